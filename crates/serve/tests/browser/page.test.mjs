// The page in a real browser, on the size of a desk and of a phone.
//
//   node page.test.mjs ADDRESS CHROMIUM [FOLDER [NAME]]
//
// ADDRESS is a running server. Pictures of the page are kept in FOLDER. With a NAME only the tests
// run whose names hold it. Prints one line a test and
// ends with `N passed, N failed`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The packages are in the folder of the process, not beside this file.
const require = createRequire(join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [address, executablePath, folder, only = ''] = process.argv.slice(2);
const MATE_IN_5 = '5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1';
const HARD = '9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1';
const COOKED = '8k/6R2/7P1/9/9/9/9/9/9 b GSr2b3g3s4n4l17p 1';
const KIF = `後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
手数----指手---------消費時間--
   1 ５二金打
まで1手で詰み
`;

const SIZES = {
  desk: { viewport: { width: 1280, height: 900 }, locale: 'en-US' },
  phone: { viewport: { width: 412, height: 915 }, locale: 'ja-JP', hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

let passed = 0;
let failed = 0;

/** Opens the page in a browser of its own, and passes it to a test. */
async function test(size, name, run, path = '/') {
  if (!name.includes(only)) return;
  const context = await browser.newContext({ ...SIZES[size], acceptDownloads: true });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused request is part of some tests.
    if (message.type() === 'error' && !message.text().includes('status of 4')) errors.push(message.text());
  });
  page.setDefaultTimeout(30_000);
  try {
    await page.goto(address + path);
    await page.waitForSelector('body[data-ready]');
    await run(new Person(page, size, context));
    assert.deepEqual(errors, []);
    passed += 1;
    console.log(`ok ${size}: ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${size}: ${name}\n${error.stack}\n${errors.join('\n')}`);
    if (folder) await page.screenshot({ path: join(folder, `failed-${size}-${failed}.png`), fullPage: true }).catch(() => {});
  } finally {
    await context.close();
  }
}

/** What a person does with the page. */
class Person {
  constructor(page, size, context) {
    Object.assign(this, { page, size, context });
  }

  square(name) {
    return this.page.locator(`.square[aria-label^="${name} "]`);
  }

  held(group, letters) {
    return this.page.locator(`.${group} .held[data-letters="${letters}"]`);
  }

  /** A tap of a finger, or a click of a mouse. */
  async tap(locator) {
    if (this.size === 'phone') await locator.tap();
    else await locator.click();
  }

  /** Brings a piece from a place to a place: by dragging at the desk, by two taps on the phone. */
  async bring(from, to) {
    if (this.size === 'desk') {
      const [a, b] = [await this.place(from), await this.place(to)];
      const { mouse } = this.page;
      await mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await mouse.down();
      await mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
      await mouse.up();
    } else {
      await this.tap(from);
      await this.tap(to);
    }
  }

  /** Where an element is. The page may draw it anew at any time. */
  async place(locator) {
    for (let i = 0; i < 100; i += 1) {
      const box = await locator.boundingBox();
      if (box) return box;
    }
    throw new Error(`${locator} is not there`);
  }

  async load(text) {
    await this.page.fill('#position', text);
    await this.tap(this.page.locator('.load'));
    await this.page.waitForFunction((text) => decodeURI(location.pathname).replaceAll('_', ' ').endsWith(text), text);
  }

  async ask() {
    await this.tap(this.page.locator('#ask'));
    await this.page.waitForSelector('.verdict');
    return this.page.textContent('.verdict');
  }

  text() {
    return this.page.inputValue('#position');
  }

  async clear() {
    await this.tap(this.page.locator('.more summary'));
    await this.tap(this.page.locator('.more-tools button').nth(5));
  }

  /** Every violation that the judge of accessibility finds. */
  async violations() {
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => window.axe.run());
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
  }

  async picture(name) {
    if (folder) await this.page.screenshot({ path: join(folder, `${this.size}-${name}.png`), fullPage: true });
  }
}

for (const size of Object.keys(SIZES)) {
  await test(size, 'a problem is set up and solved', async (person) => {
    const { page } = person;
    await person.clear();
    await person.bring(person.held('box', 'K'), person.square('5a'));
    await person.bring(person.held('box', 'P'), person.square('5c'));
    await person.bring(person.held('box', 'G'), page.locator('.stand.black'));
    assert.equal(await person.text(), '4k4/9/4P4/9/9/9/9/9/9 b G 1');
    await person.tap(page.locator('.rest'));
    assert.equal(await person.text(), '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
    assert.match(await person.ask(), /Mate in 1, proved shortest|1手詰（最短と証明）/);
    assert.equal(await page.locator('.moves').count(), 0, 'the solution is hidden');
  });

  await test(size, 'the answer is played through', async (person) => {
    const { page } = person;
    assert.equal(await person.text(), MATE_IN_5, 'the example');
    assert.match(await person.ask(), /Mate in 5|5手詰/);
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.moves li:nth-child(5)');
    assert.deepEqual(await person.violations(), []);
    await page.keyboard.press('ArrowRight');
    assert.match(await page.getAttribute('.square[aria-label^="2c "]', 'aria-label'), /と/);
    await person.tap(page.locator('.controls .control').nth(3));
    assert.equal(await page.locator('.move[aria-current]').count(), 1);
    assert.match(await page.getAttribute('.square[aria-label^="3b "]', 'aria-label'), /馬/);
    if (size === 'phone') {
      // A swipe to the right goes back.
      await page.locator('.board').scrollIntoViewIfNeeded();
      const box = await page.locator('.board').boundingBox();
      await page.evaluate(([x, y]) => {
        const target = document.elementFromPoint(x, y);
        const send = (type, at) => target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: at, clientY: y, isPrimary: true }));
        const capture = Element.prototype.setPointerCapture;
        Element.prototype.setPointerCapture = () => {};
        send('pointerdown', x);
        send('pointermove', x + 90);
        send('pointerup', x + 90);
        Element.prototype.setPointerCapture = capture;
      }, [box.x + box.width / 2, box.y + box.height / 2]);
      await page.waitForFunction(() => document.querySelector('.move[aria-current]').getAttribute('aria-label').startsWith('4'));
    }
    await person.picture('solution');
    await person.tap(page.locator('.edit'));
    assert.equal(await page.locator('.stand.box').count(), 1);
  });

  await test(size, 'the certificate is verified, and another defence is mated too', async (person) => {
    const { page } = person;
    await person.ask();
    await person.tap(page.locator('.prove'));
    await page.waitForSelector('.accepted');
    await person.tap(page.locator('.fight'));
    await page.waitForSelector('.duel .choices li');
    const first = await page.locator('.duel .choices button').allTextContents();
    assert.ok(first.length > 1);
    await person.picture('duel');
    // The last choice on the list, until it is mate.
    for (let ply = 0; ply < 6 && (await page.locator('.duel .choices li').count()); ply += 1) {
      const before = await page.locator('.duel .played .move-text').count();
      await person.tap(page.locator('.duel .choices button').last());
      await page.waitForFunction((n) => document.querySelectorAll('.duel .played .move-text').length > n, before);
    }
    assert.match(await page.textContent('.duel .over'), /Mate\.|詰み。/);
    await person.tap(page.locator('.duel .controls button'));
    await page.waitForSelector('.duel .choices li');
    assert.deepEqual(await person.violations(), []);
    await page.locator('.save summary').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.save-buttons button').last().click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /^yose/);
  });

  await test(size, 'a long search is stopped, and keeps what it found', async (person) => {
    const { page } = person;
    await person.load(HARD);
    await person.tap(page.locator('#ask'));
    await page.waitForFunction(() => /\d/.test(document.querySelector('.progress p:nth-child(2)')?.textContent ?? ''));
    await person.tap(page.locator('.stop'));
    await page.waitForSelector('.verdict');
    assert.match(await page.textContent('.verdict'), /stopped|中止/);
  });

  await test(size, 'a search goes on after a reload', async (person) => {
    const { page } = person;
    await person.load(HARD);
    await person.tap(page.locator('#ask'));
    await page.waitForSelector('.progress');
    await page.reload();
    await page.waitForSelector('.progress');
    await person.tap(page.locator('.stop'));
    await page.waitForSelector('.verdict');
  });

  await test(size, 'a link shows the same board elsewhere and runs nothing', async (person) => {
    const { page } = person;
    assert.equal(await person.text(), '4k4/9/4P4/9/9/9/9/9/9 b G 1');
    assert.equal(await page.isChecked('#question-check'), true);
    assert.equal(await page.inputValue('#option-policy'), 'none');
    assert.equal(await page.locator('.verdict, .progress').count(), 0);
    // Back and forward.
    await person.load(MATE_IN_5);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('#position').value.startsWith('4k4'));
    await page.goForward();
    await page.waitForFunction(() => document.querySelector('#position').value.startsWith('5B3'));
  }, '/check/4k4/9/4P4/9/9/9/9/9/9_b_G_1?policy=none');

  await test(size, 'the other form of a link', async (person) => {
    assert.equal(await person.text(), 'rbsgk/4p/5/P4/KGSBR b - 1');
  }, '/?sfen=rbsgk/4p/5/P4/KGSBR%20b%20-%201&rules=minishogi');

  await test(size, 'a KIF is pasted', async (person) => {
    const { page } = person;
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, KIF);
    await page.waitForSelector('.player .moves li');
    assert.equal(await person.text(), '4k4/9/4P4/9/9/9/9/9/9 b G 1');
  });

  await test(size, 'faults are shown on their squares', async (person) => {
    const { page } = person;
    await person.load('4k4/9/4P4/4P4/9/9/9/9/9 b G 1');
    await page.waitForSelector('.board rect.faulty');
    assert.match(await page.textContent('.faults'), /nifu|二歩/);
    assert.deepEqual(await person.violations(), []);
    await person.picture('fault');
    // The fault goes away with the pawn.
    await person.bring(person.square('5d'), page.locator('.stand.box'));
    await page.waitForFunction(() => !document.querySelector('.board rect.faulty'));
    // A letter that is no piece.
    await page.fill('#position', '4k4/9/4P1x2/9/9/9/9/9/9 b G 1');
    await person.tap(page.locator('.load'));
    await page.waitForSelector('.board rect.faulty');
    await page.fill('#position', 'no position');
    await person.tap(page.locator('.load'));
    await page.waitForFunction(() => document.querySelector('.faults').textContent.length > 5);
  });

  await test(size, 'cooks are small boards to play through', async (person) => {
    const { page } = person;
    await page.locator('label[for=question-check]').click();
    await person.load(COOKED);
    await person.ask();
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.card');
    assert.deepEqual(await person.violations(), []);
    await person.picture('cooks');
    await person.tap(page.locator('.card').first());
    await page.waitForSelector('.move[aria-current]');
    await page.locator('.report summary').click();
    await page.waitForFunction(() => document.querySelector('.report pre').textContent.length > 50);
  });

  await test(size, 'threats and what parries them', async (person) => {
    const { page } = person;
    await page.locator('label[for=question-threat]').click();
    await person.load('8k/9/7P1/9/9/9/9/9/9 w G 1');
    assert.match(await person.ask(), /Mate is threatened|詰めろ。/);
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.finding .move');
    assert.ok((await page.locator('.finding').count()) >= 2);
    assert.deepEqual(await person.violations(), []);
    await person.picture('threat');
    await person.tap(page.locator('.finding .move').first());
    await page.waitForSelector('.player .moves li');
  });

  await test(size, 'a brinkmate', async (person) => {
    await person.page.locator('label[for=question-hisshi]').click();
    await person.load('4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1');
    assert.match(await person.ask(), /Mate in 1|1手詰/);
  });

  await test(size, 'taps turn a piece over, and neighbours are no double tap', async (person) => {
    const { page } = person;
    await person.load('4k4/9/4P4/9/9/9/9/9/9 b - 1');
    const board = async () => (await person.text()).split(' ')[0];
    await person.tap(person.square('5c'));
    await person.tap(person.square('5c'));
    assert.equal(await board(), '4k4/9/4+P4/9/9/9/9/9/9');
    await person.tap(person.square('5c'));
    assert.equal(await board(), '4k4/9/4p4/9/9/9/9/9/9');
    await page.keyboard.press('Escape');
    // Two quick taps on neighbouring squares move the piece.
    await person.tap(person.square('5c'));
    await person.tap(person.square('4c'));
    assert.equal(await board(), '4k4/9/5p3/9/9/9/9/9/9');
    await page.keyboard.press('Control+z');
    assert.equal(await board(), '4k4/9/4p4/9/9/9/9/9/9');
    await page.keyboard.press('Control+y');
    assert.equal(await board(), '4k4/9/5p3/9/9/9/9/9/9');
    if (size === 'desk') {
      await person.square('4c').click({ button: 'right' });
      assert.equal(await board(), '4k4/9/5+p3/9/9/9/9/9/9');
    }
    // Box, hands and the turn.
    await person.tap(page.locator('.turn'));
    assert.match(await person.text(), / w - 1$/);
    await person.bring(person.held('box', 'R'), page.locator('.stand.white'));
    assert.match(await person.text(), / w r 1$/);
    await person.bring(person.held('white', 'R'), person.square('1a'));
    assert.match(await board(), /^4k3r\//);
  });

  await test(size, 'other games', async (person) => {
    const { page } = person;
    await page.selectOption('#rules', 'dobutsu');
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 12);
    assert.equal(await page.locator('#question-value').count(), 1);
    await person.picture('dobutsu');
    assert.deepEqual(await person.violations(), []);
    await page.selectOption('#rules', 'loa:5x5');
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 25);
    assert.match(await person.text(), / b$/);
    await person.picture('loa');
    assert.deepEqual(await person.violations(), []);
    await page.selectOption('#rules', 'minishogi');
    await page.waitForFunction(() => document.querySelector('#position').value.startsWith('rbsgk'));
    await page.locator('.sizes summary').click();
    await page.fill('#size-files', '3');
    await page.fill('#size-ranks', '4');
    await page.locator('.sizes button').click();
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 12);
  });

  await test(size, 'Lines of Action is solved', async (person) => {
    await person.load('3b1/1b1w1/5/w3b/5 b');
    await person.page.locator('label[for=question-loa-solve]').click();
    assert.match(await person.ask(), /Win in|手で勝ち|No forced win|必勝手順なし/);
  });

  await test(size, 'the language is switched, and stays', async (person) => {
    const { page } = person;
    const before = await page.textContent('#ask');
    await person.ask();
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.moves li');
    await person.tap(page.locator('#language'));
    await page.waitForFunction((before) => document.querySelector('#ask').textContent !== before, before);
    await page.waitForFunction((ja) => /[一-龠]/.test(document.querySelector('.moves li').textContent) === ja, size === 'desk');
    assert.deepEqual(await person.violations(), []);
    await person.picture('other-language');
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.notEqual(await page.textContent('#ask'), before);
  });

  await test(size, 'controls are large and have names', async (person) => {
    const { page } = person;
    assert.deepEqual(await person.violations(), []);
    await person.picture('start');
    await page.locator('.more summary').click();
    await page.locator('.options summary').click();
    await person.picture('options');
    const small = await page.$$eval('button:not(.square), select, summary, label[for^=question], .square', (all) =>
      all.filter((one) => one.offsetParent && (one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 43.5)).map((one) => `${one.outerHTML.slice(0, 80)} ${one.getBoundingClientRect().width}x${one.getBoundingClientRect().height}`));
    assert.deepEqual(small, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  });
}

await test('desk', 'everything by keys', async (person) => {
  const { page } = person;
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await person.clear();
  await page.locator('.square[tabindex="0"]').focus();
  await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+K', 'ArrowDown', 'ArrowDown', 'p');
  const [files] = (await person.text()).split(' ');
  assert.match(files, /k/);
  assert.match(files, /P/);
  // A gold from the box to the hand: two presses of Enter.
  await person.held('box', 'G').focus();
  await press('Enter');
  await page.locator('.square[tabindex="0"]').focus();
  await press('ArrowDown', 'Enter', '+', 'Delete');
  assert.doesNotMatch((await person.text()).split(' ')[0], /G/);
  await page.locator('#ask').focus();
  await press('Enter');
  await page.waitForSelector('.verdict');
});

await test('desk', 'two tabs share one stream, and a closed tab stops its search', async (person) => {
  const { page, context } = person;
  const other = await context.newPage();
  await other.goto(`${address}/solve/${HARD.replaceAll(' ', '_')}`);
  await other.waitForSelector('body[data-ready]');
  await other.click('#ask');
  await other.waitForSelector('.progress');
  await other.waitForFunction(() => /\d/.test(document.querySelector('.progress p:nth-child(2)')?.textContent ?? ''));
  await page.waitForFunction(() => /1/.test(document.querySelector('#queue').textContent));
  await other.close({ runBeforeUnload: true });
  // The tab has ten seconds to come back.
  await page.waitForFunction(() => document.querySelector('#queue').textContent === '', null, { timeout: 25_000 });
});

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
