#!/usr/bin/env python3
"""Writes crates/draw/src/glyphs.txt: the outlines the SVG boards are drawn with.

The font is M+ 1P Medium as released under the M+ licence (unlimited permission to use, copy and
distribute, modified or not). Debian's fonts-mplus carries it up to version 063; later versions are a
different release under the OFL, so take the package of that version:

    fonts-mplus_063-3_all.deb   from Debian's archive of packages
    echo "9b1f569d35996b8f43429f7a8bd365e6c16fa952cb9e60f5312f8e6e4f584424  fonts-mplus_063-3_all.deb" \\
        | sha256sum --check
    dpkg -x fonts-mplus_063-3_all.deb mplus
    pip install fonttools
    python3 tools/glyphs.py mplus/usr/share/fonts/truetype/mplus/mplus-1p-medium.ttf > crates/draw/src/glyphs.txt

The same font gives the same bytes.
"""

import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# The Japanese em square of M+ reaches from -140 to 860 above the baseline. Stored outlines have y
# pointing down from the top of that square, so a kanji is centred on (500, 500).
ASCENT = 860

# What a board or its caption can hold. Full-width ASCII is folded to ASCII by the program.
ASCII = "".join(map(chr, range(0x20, 0x7F)))
HIRAGANA = "".join(map(chr, range(0x3041, 0x3094)))
KATAKANA = "".join(map(chr, range(0x30A1, 0x30F7))) + "ー"
SIGNS = "・、。「」『』〜…–—×→☗☖▲△▼▽●○"
PIECES = "歩香桂銀金角飛玉王杏圭全馬龍竜成"
NUMBERS = "〇一二三四五六七八九十百千万零"
# Captions: whose turn, what is asked, what came out, who composed it.
WORDS = """
    持駒先手後番目詰不明図盤面必至受方攻正解作者第題問勝負引分日反則打同上下左右直寄投了
    中断切余将棋双合無有開始局初期終結変化最短長早遅意紛証明完全限定早迂回非王側
    以内外年月黒白石線動駄順答想収束入段級原修発表氏名人戦対形勢互評価値探索点秒時間超過
    千回復循環存在格例注
"""


class PathPen(BasePen):
    """Collects contours as compact SVG path data: relative commands, whole numbers."""

    def __init__(self, glyph_set):
        super().__init__(glyph_set)
        self.out = []
        self.at = (0, 0)

    @staticmethod
    def _snap(point):
        return round(point[0]), ASCENT - round(point[1])

    def _relative(self, command, *points):
        steps = [(x - self.at[0], y - self.at[1]) for x, y in points]
        if command == "l" and steps[0][1] == 0:
            numbers, command = [steps[0][0]], "h"
        elif command == "l" and steps[0][0] == 0:
            numbers, command = [steps[0][1]], "v"
        else:
            numbers = [n for step in steps for n in step]
        # A minus sign separates numbers by itself.
        text = "".join(f" {n}" if n >= 0 else str(n) for n in numbers).lstrip(" ")
        self.out.append(command + text)
        self.at = points[-1]

    def _moveTo(self, point):
        self.at = self.start = self._snap(point)
        self.out.append(f"M{self.at[0]} {self.at[1]}")

    def _lineTo(self, point):
        point = self._snap(point)
        if point != self.at:
            self._relative("l", point)

    def _qCurveToOne(self, control, point):
        self._relative("q", self._snap(control), self._snap(point))

    def _closePath(self):
        # "z" draws the closing line, and the pen is back where the contour began.
        self.out.append("z")
        self.at = self.start


def main():
    font = TTFont(sys.argv[1])
    assert font["head"].unitsPerEm == 1000, "the outlines are stored in a 1000-unit em"
    names = font.getBestCmap()
    glyphs = font.getGlyphSet()
    wanted = set(ASCII + HIRAGANA + KATAKANA + SIGNS + PIECES + NUMBERS + "".join(WORDS.split()))
    print("# Glyph outlines for the SVG boards: M+ 1P Medium 1.063, Copyright (C) 2002-2017 M+ FONTS PROJECT.")
    print("# Licence: unlimited permission, see crates/draw/LICENSE-glyphs.")
    print("# Written by: python3 tools/glyphs.py mplus-1p-medium.ttf > crates/draw/src/glyphs.txt")
    print("# (where the font comes from: the head of tools/glyphs.py). Do not edit by hand.")
    print("# A line is: character, TAB, advance, TAB, path data (1000-unit em, y down, em square from 0 to 1000).")
    for char in sorted(wanted):
        name = names.get(ord(char))
        if name is None:
            sys.exit(f"the font has no {char} (U+{ord(char):04X})")
        pen = PathPen(glyphs)
        glyphs[name].draw(pen)
        print(f"{char}\t{glyphs[name].width}\t{''.join(pen.out)}")


if __name__ == "__main__":
    main()
