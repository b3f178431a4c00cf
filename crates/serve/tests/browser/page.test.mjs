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
const FLAWED = '5/3+R1/K2G1/2k2/5 b r2bg2s2p 1';
/** A brinkmate in 3, and in 1 if drops do not count that a line piece takes and keeps. */
const FUTILE = '5R2l/5P1k1/9/5N3/7N1/9/9/9/9 b Sr 1';
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
  phone: { viewport: { width: 390, height: 844 }, locale: 'ja-JP', hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
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

/** Everything that can be pressed beside the squares. A box with words is pressed on its words too. */
const CONTROLS = 'button:not(.square), select, summary, textarea, a[href], input[type=number], label.tick, label[for^=question]';

/** The controls that are smaller than this. */
async function tooSmall(page, selector, width, height) {
  return page.$$eval(selector, (all, [width, height]) => {
    const small = all.filter((one) => {
      const box = one.getBoundingClientRect();
      return one.offsetParent && (box.width < width - 0.05 || box.height < height - 0.05);
    });
    return small.map((one) => `${one.outerHTML.slice(0, 80)} ${one.getBoundingClientRect().width}x${one.getBoundingClientRect().height}`);
  }, [width, height]);
}

/** The elements that are not inside the window. */
async function outside(page, selectors) {
  return page.evaluate((selectors) => selectors.filter((selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.top < -0.5 || box.left < -0.5 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5;
  }), selectors);
}

/** The names of files and ranks that another name or a piece covers. */
async function coveredNames(page) {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('.board .coordinates > g')];
    const boxes = names.map((one) => one.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const twice = boxes.filter((box, i) => boxes.some((other, j) => j < i && meet(box, other)));
    const isLast = document.querySelector('.board .coordinates').nextElementSibling === null;
    return [...twice.map((box) => `${box.left} ${box.top}`), ...(names.length && isLast ? [] : ['pieces lie over names'])];
  });
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
    // The claim is told in the language of the page.
    assert.match(await page.textContent('.claim'), size === 'desk' ? /^mate 5/ : /^5手以内で詰む[^A-Za-z]*/);
    await person.tap(page.locator('.fight'));
    await page.waitForSelector('.duel .choices li');
    // One move of the five is played. What to do is seen together with the board.
    assert.match(await page.textContent('.duel [role=status]'), size === 'desk' ? /^Mate within 4 more moves\. Choose a defence/ : /^あと4手以内の詰み。 盤または一覧で/);
    if (size === 'phone') assert.deepEqual(await outside(page, ['.board', '.duel [role=status]', '.duel .choices li:first-child']), []);
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
    assert.doesNotMatch(await page.textContent('.progress'), size === 'desk' ? /\b[pd]n\b/ : /[A-Za-z]{2}/);
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
    // No square of the board that is still there is at fault, and nothing is said in signs.
    await page.waitForFunction(() => !document.querySelector('.board rect.faulty'));
    assert.doesNotMatch(await page.textContent('.faults'), /input:|`/);
    // What was wrong with the text does not outlast it.
    await person.tap(page.locator('.turn'));
    await page.waitForFunction(() => !document.querySelector('.faults').hasChildNodes());
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

  await test(size, 'a brinkmate: threats, cooks, certificate, and a pass', async (person) => {
    const { page } = person;
    await page.locator('label[for=question-hisshi]').click();
    await page.locator('.options summary').click();
    await page.locator('#option-cooks').check();
    await person.load('8k/9/9/6G2/9/9/9/9/9 b G 1');
    assert.match(await person.ask(), /Brinkmate in 1|1手必至/);
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.finding.cooks .card');
    await page.waitForSelector('.player .moves li');
    // The quiet move shows what it threatens, and the threat is played through.
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.threat-note .move-text');
    await person.picture('brinkmate');
    assert.deepEqual(await person.violations(), []);
    await person.tap(page.locator('.play-threat'));
    await page.waitForFunction(() => /pass|手抜き/.test(document.querySelector('.player .moves li:nth-child(2)')?.textContent ?? ''));
    assert.ok((await page.locator('.player .moves li').count()) > 2);
    await person.tap(page.locator('.main-line'));
    await page.waitForFunction(() => document.querySelectorAll('.player .moves li').length === 1);
    // Against the certificate the defender may pass, and is mated.
    await person.tap(page.locator('.fight'));
    await page.waitForSelector('.accepted');
    const pass = page.locator('.duel .choices button', { hasText: /pass|手抜き/ });
    await pass.waitFor();
    await person.tap(pass);
    await page.waitForFunction(() => /Mate within|手以内の詰み|Mate\.|詰み。/.test(document.querySelector('.duel [role=status]').textContent));
    await person.picture('brinkmate-duel');
    assert.deepEqual(await person.violations(), []);
  });

  await test(size, 'a brinkmate under a policy for futile drops', async (person) => {
    const { page } = person;
    // The link has the policy, and an option that does not go with it.
    assert.equal(await page.isChecked('#question-hisshi'), true);
    await page.locator('.options summary').click();
    assert.equal(await page.inputValue('#option-policy'), 'kept');
    assert.equal(await page.isDisabled('#option-cooks') && (await page.isDisabled('#option-moves')), true);
    assert.match(await person.ask(), /Brinkmate in 1|1手必至/);
    assert.equal(await page.locator('.prove').count(), 0, 'a certificate counts every drop');
    await page.selectOption('#option-policy', 'none');
    assert.equal(await page.isDisabled('#option-cooks'), false);
    await page.waitForFunction(() => location.search === '?cooks=1');
    await page.selectOption('#option-policy', 'returned');
    await page.waitForFunction(() => location.search.includes('policy=returned'));
    await person.tap(page.locator('#ask'));
    await page.waitForFunction(() => /Brinkmate in 3|3手必至/.test(document.querySelector('.verdict')?.textContent));
    assert.deepEqual(await person.violations(), []);
  }, `/hisshi/${FUTILE.replaceAll(' ', '_')}?policy=kept&cooks=1`);

  await test(size, 'variations are a tree', async (person) => {
    const { page } = person;
    await person.ask();
    await person.tap(page.locator('.grow'));
    await page.waitForSelector('.accepted');
    await page.waitForSelector('.tree li');
    const rows = await page.locator('.tree > ul > li').count();
    assert.ok(rows > 1, `${rows} rows`);
    assert.match(await page.textContent('.tree > ul > li:first-child small'), /mate within 3|3手以内の詰み/);
    await person.tap(page.locator('.tree .twig[aria-expanded=false]').first());
    await page.waitForSelector('.tree ul ul li');
    assert.deepEqual(await person.violations(), []);
    await person.picture('tree');
    // A press on a move shows it on the table.
    await person.tap(page.locator('.tree ul ul .move').last());
    await page.waitForSelector('.player .moves li:last-child .move[aria-current=step]');
    assert.equal(await page.locator('.player .moves li').count(), 5);
    await person.tap(page.locator('.tree .twig[aria-expanded=true]').first());
    assert.equal(await page.locator('.tree ul ul').count(), 0);
    assert.ok(await page.locator('.hide').count());
  });

  await test(size, 'a check finds roles, cures and every variation', async (person) => {
    const { page } = person;
    await page.locator('label[for=question-check]').click();
    await page.locator('.options summary').click();
    for (const name of ['roles', 'vary', 'variations']) await page.locator(`#option-${name}`).check();
    await person.load(COOKED);
    await person.ask();
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.finding.everyVariation .tree li');
    assert.deepEqual(await person.violations(), []);
    await person.picture('check');
    await person.load(FLAWED);
    await person.ask();
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.finding.cures .card');
    assert.deepEqual(await person.violations(), []);
    await person.picture('cures');
    // Edits are told in the language of the page.
    assert.match(await page.textContent('.finding.cures .card span'), size === 'desk' ? /^Add ☗P on \d[a-e]$/ : /^☗[１-５][一二三四五]歩を置く$/);
    // A press on a cure sets it up.
    const before = await person.text();
    await person.tap(page.locator('.finding.cures .card').first());
    await page.waitForFunction((before) => document.querySelector('#position').value !== before, before);
    await person.load('4k4/9/4P4/9/9/9/9/8P/9 b G2r2b3g4s4n4l16p 1');
    await person.ask();
    await person.tap(page.locator('.show'));
    await page.waitForSelector('.finding.noRole .card');
    assert.match(await page.textContent('.finding.noRole'), size === 'desk' ? /☗P on 1h/ : /☗１八歩/);
  });

  await test(size, 'a queue is seen, and what waits is withdrawn', async (person) => {
    const { page } = person;
    await person.load(HARD);
    for (let i = 0; i < 3; i += 1) {
      await person.tap(page.locator('#ask'));
      await page.waitForFunction((n) => n === 0 || document.querySelectorAll('.queue-list li').length === n + 1, i);
    }
    await page.waitForFunction(() => /Waiting|待ち/.test(document.querySelector('.queue-list').textContent));
    await page.waitForFunction(() => /2.*1/.test(document.querySelector('#queue').textContent));
    assert.deepEqual(await person.violations(), []);
    await person.picture('queue');
    const withdraw = page.locator('.queue-list button', { hasText: /Withdraw|取り下げる/ });
    await person.tap(withdraw);
    await page.waitForFunction(() => document.querySelectorAll('.queue-list li').length === 2);
    await person.tap(page.locator('.queue-list button').first());
    await page.waitForFunction(() => document.querySelectorAll('.queue-list li').length === 0);
    // The last one is not seen twice; the tab closes and it ends.
    await page.evaluate(async () => {
      const { jobs } = await (await fetch(`/api/jobs?browser=${localStorage.getItem('yose-browser')}`)).json();
      await Promise.all(jobs.map(({ id }) => fetch(`/api/jobs/${id}`, { method: 'DELETE' })));
    });
  });

  await test(size, 'the best line so far is there for who asks', async (person) => {
    const { page } = person;
    // The server reports lines when it has them; here a status with one is shown.
    await page.evaluate(async (position) => {
      const { Progress } = await import('/page/progress.js');
      const progress = new Progress({ position, rules: 'shogi' }, 'none');
      const status = { state: 'running', progress: { nodes: 1000, seconds: 1, full: 3, lower: 3, upper: 7, note: 'pn 86 (of 97) dn 73, table 21 %', doing: null, line: ['2d2c+', '2b1a'] } };
      progress.show(status, true);
      document.getElementById('answer').replaceChildren(progress.root);
    }, MATE_IN_5);
    await page.waitForSelector('.best:not([hidden])');
    assert.equal(await page.locator('.best-line').isVisible(), false, 'it may be the solution');
    await page.locator('.best summary').click();
    assert.match(await page.textContent('.best-line'), /P-2c\+|２三歩成/);
    assert.match(await page.textContent('.progress'), /between 3 and 7|3手以上7手以下/);
    // Whatever a job does is told in the language of the page.
    const told = await page.evaluate(async () => {
      const { progressLines } = await import('/page/verdict.js');
      const kinds = [{ what: 'other-moves', ply: 3 }, { what: 'cooks', open: 2, of: 9 }, { what: 'edits', number: 3, of: 40 }, ...['variations', 'pass', 'replies', 'counter', 'brinkmates', 'table'].map((what) => ({ what }))];
      const told = (doing) => progressLines({ state: 'running', progress: { nodes: 1000, seconds: 1, full: 210, lower: 5, upper: 5, note: 'pn 86 (of 97)', doing } }).join(' ');
      return [...kinds.map(told), progressLines({ state: 'waiting', ahead: 0 }).join()];
    });
    for (const text of [...told, await page.textContent('.progress')]) {
      assert.doesNotMatch(text, size === 'desk' ? /\bpn\b|doing_|\{|undefined|: 0/ : /[A-Za-z]{2}|\{|前に0/, text);
    }
    assert.equal(new Set(told).size, told.length);
    assert.deepEqual(await person.violations(), []);
    await person.picture('progress');
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
    assert.deepEqual(await coveredNames(page), []);
    assert.deepEqual(await person.violations(), []);
    await page.selectOption('#rules', 'loa:5x5');
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 25);
    assert.match(await person.text(), / b$/);
    await person.picture('loa');
    assert.deepEqual(await person.violations(), []);
    assert.deepEqual(await coveredNames(page), []);
    await page.selectOption('#rules', 'minishogi');
    await page.waitForFunction(() => document.querySelector('#position').value.startsWith('rbsgk'));
    await page.locator('.sizes summary').click();
    await page.fill('#size-files', '3');
    await page.fill('#size-ranks', '4');
    assert.match(await page.textContent('.sizes button'), /New board|盤にする/);
    // Each field stands beside its name.
    for (const name of ['files', 'ranks', 'zone']) {
      const [word, field] = [await page.locator(`label[for=size-${name}]`).boundingBox(), await page.locator(`#size-${name}`).boundingBox()];
      assert.ok(word.y < field.y + field.height && field.y < word.y + word.height && word.x < field.x, name);
    }
    await person.picture('sizes');
    await page.locator('.sizes button').click();
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 12);
  });

  await test(size, 'questions fit the game', async (person) => {
    const { page } = person;
    const questions = () => page.$$eval('input[name=question]', (all) => all.map((one) => one.id.replace('question-', '')));
    assert.deepEqual(await questions(), ['solve', 'check', 'hisshi', 'threat']);
    // A king that arrives wins: brinkmates and threats are not defined.
    await page.selectOption('#rules', 'dobutsu');
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 12);
    assert.deepEqual(await questions(), ['solve', 'check', 'value']);
    await person.load('3b1/1b1w1/5/w3b/5 b');
    assert.deepEqual(await questions(), ['loa-solve', 'value']);
    assert.match(await page.textContent('.turn'), /●/);
    await page.locator('label[for=question-value]').click();
    assert.match(await person.ask(), /^(Win|Loss|Draw|.*勝ち|.*負け|引き分け)/);
    assert.equal(await page.locator('.prove').count(), 0, 'values of Lines of Action have no certificate');
  });

  await test(size, 'Lines of Action is solved', async (person) => {
    await person.load('3b1/1b1w1/5/w3b/5 b');
    await person.page.locator('label[for=question-loa-solve]').click();
    assert.match(await person.ask(), /Win in|手で勝ち|No forced win|必勝手順なし/);
  });

  await test(size, 'everything can be saved', async (person) => {
    const { page } = person;
    await person.ask();
    await person.tap(page.locator('.prove'));
    await page.waitForSelector('.accepted');
    await page.locator('.save summary').click();
    const files = {};
    for (const button of await page.locator('.save-buttons button').all()) {
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      files[file.suggestedFilename()] = readFileSync(await file.path());
    }
    const text = (name) => files[name].toString('utf8');
    assert.deepEqual(Object.keys(files).sort(), ['yose-certificate.txt', 'yose.csa', 'yose.kifu', 'yose.png', 'yose.sfen', 'yose.svg']);
    assert.match(text('yose.kifu'), /２三歩成\(24\)[^]*３二角成\(41\)/);
    assert.match(text('yose.csa'), /^\+2423TO$/m);
    assert.equal(text('yose.sfen'), `${MATE_IN_5}\n`);
    assert.match(text('yose.svg'), /^<svg/);
    assert.equal(files['yose.png'].subarray(1, 4).toString(), 'PNG');
    assert.ok(files['yose.png'].readUInt32BE(16) > 400 && files['yose.png'].length > 5000, 'a picture of some size');
    assert.match(text('yose-certificate.txt'), /^yose/);
  });

  await test(size, 'the board is kept as it is edited', async (person) => {
    const { page } = person;
    await person.load('4k4/9/4P4/9/9/9/9/9/9 b G 1');
    await page.locator('label[for=question-check]').click();
    await person.bring(person.square('5c'), person.square('4c'));
    // Another tab without a link shows the same board and question, and runs nothing.
    const other = await person.context.newPage();
    await other.goto(address);
    await other.waitForSelector('body[data-ready]');
    assert.equal(await other.inputValue('#position'), '4k4/9/5P3/9/9/9/9/9/9 b G 1');
    assert.equal(await other.isChecked('#question-check'), true);
    assert.equal(await other.locator('.verdict, .progress').count(), 0);
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
    // Fields stand one below the other, and the button has room.
    const left = await page.$$eval('.options .option:not(.tick) > :last-child', (all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    assert.ok(left.length > 2 && new Set(left).size === 1, left.join());
    const room = await page.evaluate(() => document.querySelector('#ask').getBoundingClientRect().top - document.querySelector('#limit-hash_mb').getBoundingClientRect().bottom);
    assert.ok(room >= 8, `${room} pixels`);
    assert.deepEqual(await tooSmall(page, CONTROLS, 44, 44), []);
    // Nine squares share the width of a phone: see the next test.
    if (size === 'desk') assert.deepEqual(await tooSmall(page, '.square', 44, 44), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  });
}

await test('desk', 'board and buttons are in the window together', async (person) => {
  const { page } = person;
  for (const [width, height] of [[844, 390], [768, 1024], [1000, 700], [667, 375], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await person.ask();
    await page.locator('.show').click();
    await page.waitForSelector('.moves li:nth-child(5)');
    for (const button of [2, 3, 1]) {
      // Whatever part of the page is seen, a step shows the board.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.locator('.player .control').nth(button).click();
      assert.deepEqual(await outside(page, ['.board', '.player .controls']), [], `${width} x ${height}`);
      const covers = await page.evaluate(() => {
        const [board, bar] = ['.board', '.player .controls'].map((one) => document.querySelector(one).getBoundingClientRect());
        return board.bottom > bar.top + 0.5 && board.right > bar.left && board.left < bar.right && board.top < bar.bottom;
      });
      assert.equal(covers, false, `the buttons cover the board at ${width} x ${height}`);
    }
    assert.deepEqual(await person.violations(), []);
    if (folder) await page.screenshot({ path: join(folder, `window-${width}x${height}.png`) });
    await page.locator('.fight').click();
    await page.waitForSelector('.duel .choices li');
    assert.deepEqual(await outside(page, ['.board', '.duel [role=status]', '.duel .choices li:first-child']), [], `${width} x ${height}`);
    assert.deepEqual(await person.violations(), []);
    if (folder) await page.screenshot({ path: join(folder, `window-duel-${width}x${height}.png`) });
    await page.locator('.edit').click();
  }
});

await test('desk', 'the language is the first of the browser that the page has', async ({ context }) => {
  for (const [languages, expected] of [[['en-US', 'ja'], 'en'], [['ja-JP', 'en'], 'ja'], [['fr', 'ja', 'en'], 'ja'], [['de'], 'en']]) {
    const page = await context.newPage();
    await page.addInitScript((languages) => Object.defineProperty(navigator, 'languages', { get: () => languages }), languages);
    await page.goto(address);
    await page.waitForSelector('body[data-ready]');
    assert.equal(await page.evaluate(() => document.documentElement.lang), expected, languages.join());
    await page.close();
  }
});

for (const size of Object.keys(SIZES)) {
  await test(size, 'ranks have the names that moves have', async (person) => {
    const ranks = await person.page.evaluate(async () => {
      const { gameOf } = await import('/page/games.js');
      const { outlines } = await gameOf('shogi');
      const nameOf = (path) => Object.keys(outlines).find((sign) => outlines[sign][1] === path);
      return [...document.querySelectorAll('.board .rank path')].map((path) => nameOf(path.getAttribute('d'))).join('');
    });
    assert.equal(ranks, size === 'desk' ? 'abcdefghi' : '一二三四五六七八九');
  });

  await test(size, 'a distance to the capture of the king is told', async (person) => {
    assert.match(await person.ask(), /Win in 13|13手で勝ち/);
    assert.match((await person.page.locator('.answer .fact').allTextContents()).join(' '), /ends 2 moves before the king is taken|玉を取るまであと2手/);
    await person.picture('value');
  }, '/value/1l1/3/1C1/1L1_b_Ge_1?rules=dobutsu');

  await test(size, 'where there is no brinkmate, one tries to reach one', async (person) => {
    const { page } = person;
    assert.match(await person.ask(), /No brinkmate|必至なし/);
    assert.match(await page.textContent('.fight'), /brinkmate|必至/);
  }, '/hisshi/4k4/9/9/9/9/9/9/9/9_b_P_1');

  await test(size, 'one is one, and long lists go on', async (person) => {
    const { page } = person;
    const headline = await page.evaluate(async () => (await import('/page/verdict.js')).headline({ verdict: 'threat', parries: ['1a2b'] }));
    assert.match(headline, /1 move parries it$|受けの手は1手$/);
    await page.evaluate(async (sfen) => {
      const { findings } = await import('/page/findings.js');
      const { gameOf } = await import('/page/games.js');
      const cures = Array.from({ length: 30 }, () => ({ edit: 'move', what: 'p 3b to 4c', sfen, verdict: 'complete' }));
      const found = await findings(await gameOf('shogi'), { position: sfen, rules: 'shogi' }, { name: 'check' }, { cures }, {});
      document.getElementById('answer').replaceChildren(...found);
    }, MATE_IN_5);
    assert.match(await page.textContent('.finding.cures .card span'), /^Move ☖P 3b to 4c$|^☖３二歩を４三へ$/);
    assert.match(await page.textContent('.finding.cures h2'), /\(30\)$|（30）$/);
    assert.equal(await page.locator('.finding.cures .card svg').count(), 24);
    await person.picture('list');
    assert.match(await page.textContent('.more-cards'), /^6 more$|^ほか6件$/);
    await person.tap(page.locator('.more-cards'));
    await page.waitForFunction(() => document.querySelectorAll('.finding.cures .card svg').length === 30);
    assert.equal(await page.locator('.more-cards').count(), 0);
  });
}

await test('phone', 'squares are as large as the screen allows', async (person) => {
  const { page } = person;
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.locator('.more summary').click();
  await page.locator('.options summary').click();
  for (const [screen, width] of [[320, 35.5], [360, 40], [375, 41.6], [390, 43.3], [396, 44], [412, 44], [430, 44]]) {
    await page.setViewportSize({ width: screen, height: 844 });
    await page.waitForFunction((few) => document.querySelectorAll('.enlarge').length === few, screen < 396 ? 1 : 0);
    assert.deepEqual(await tooSmall(page, '.square', width, 44), [], `${screen} pixels`);
    assert.deepEqual(await tooSmall(page, CONTROLS, 44, 44), [], `${screen} pixels`);
    // From 360 pixels on no square has less area than a target of 44 pixels.
    const area = await page.$$eval('.square', (all) => Math.min(...all.map((one) => one.getBoundingClientRect()).map((box) => box.width * box.height)));
    assert.ok(screen < 360 || area >= 44 * 44, `${area} at ${screen} pixels`);
    assert.ok((await isWide()) <= 0, `at ${screen} pixels the page is ${await isWide()} too wide`);
    if (screen >= 396) continue;
    // One press makes every square larger than that, and the board is shifted in its frame.
    await person.tap(page.locator('.enlarge'));
    assert.deepEqual(await tooSmall(page, '.square', 48, 48), [], `large at ${screen} pixels`);
    assert.ok((await isWide()) <= 0, `large at ${screen} pixels the page is ${await isWide()} too wide`);
    await person.tap(person.square('2d'));
    assert.equal(await page.getAttribute('.square[aria-label^="2d "]', 'aria-pressed'), 'true');
    await page.keyboard.press('Escape');
    await page.locator('.board').scrollIntoViewIfNeeded();
    await person.tap(person.square('1i'));
    assert.ok((await page.evaluate(() => document.querySelector('.board-frame').scrollLeft)) > 0, 'the board was shifted');
    assert.deepEqual(await person.violations(), []);
    await person.picture(`large-${screen}`);
    await person.tap(page.locator('.enlarge'));
  }
  await page.locator('.more summary').click();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const rules of ['minishogi', 'loa:8x8']) {
    await page.selectOption('#rules', rules);
    await page.waitForFunction((n) => document.querySelectorAll('.square').length === n, rules === 'minishogi' ? 25 : 64);
    assert.deepEqual(await tooSmall(page, '.square', 44, 44), [], rules);
  }
});

await test('phone', 'a finger drags a piece, and the page does not move', async (person) => {
  const { page, context } = person;
  await person.load('4k4/9/4P4/9/9/9/9/9/9 b - 1');
  await page.locator('.board').scrollIntoViewIfNeeded();
  const client = await context.newCDPSession(page);
  const middle = async (name) => {
    const box = await person.place(person.square(name));
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle('5c'), await middle('3g')];
  const before = await page.evaluate(() => scrollY);
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (let i = 1; i <= 5; i += 1) {
    const at = { x: from.x + ((to.x - from.x) * i) / 5, y: from.y + ((to.y - from.y) * i) / 5 };
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
  }
  assert.equal(await page.locator('.ghost').count(), 1, 'the piece follows the finger');
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForFunction(() => document.querySelector('#position').value.startsWith('4k4/9/9/9/9/9/6P2/9/9'));
  assert.equal(await page.evaluate(() => scrollY), before);
});

await test('desk', 'tools of the board', async (person) => {
  const { page } = person;
  await person.load('4k4/9/4P4/9/9/9/9/9/9 b G 1');
  await page.locator('.more summary').click();
  const tools = page.locator('.more-tools button');
  const board = async () => (await person.text()).split(' ')[0];
  const press = async (index, expected) => {
    await tools.nth(index).click();
    assert.equal(await board(), expected);
  };
  await press(0, '3k5/9/3P5/9/9/9/9/9/9');
  await press(4, '5k3/9/5P3/9/9/9/9/9/9');
  await press(1, '6k2/9/6P2/9/9/9/9/9/9');
  await press(3, '9/6k2/9/6P2/9/9/9/9/9');
  await press(2, '6k2/9/6P2/9/9/9/9/9/9');
  await press(2, '6k2/9/6P2/9/9/9/9/9/9');
  const flip = page.locator('.tools > .tool').nth(2);
  await flip.click();
  assert.equal(await page.locator('.square').first().getAttribute('data-square'), '80', 'the board is turned');
  await flip.click();
  // A file that is dropped on the page.
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'problem.kif'));
    document.querySelector('.board').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, KIF);
  await page.waitForSelector('.player .moves li');
});

for (const size of Object.keys(SIZES)) {
  await test(size, 'the gallery of an enumeration', async (person) => {
    const { page } = person;
    await page.waitForSelector('.named a');
    // Runs over many machines, as the program that looks at them tells.
    if (await page.evaluate(async () => (await (await fetch('/api/research')).json()).runs)) {
      await page.waitForSelector('.runs tbody tr');
      const runs = await page.textContent('.runs');
      for (const told of ['kin-gin', '77 / 231 (33 %)', 'forger', 'no room', '2 / 4']) assert.ok(runs.includes(told), `${told}: ${runs}`);
      const broken = await page.$$eval('.runs td', (all) => all.filter((one) => !one.querySelector('.may-break')).filter((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length > 1;
      }).map((one) => one.textContent));
      assert.deepEqual(broken, [], 'words of one cell stay on one line');
    }
    await person.picture('research');
    assert.deepEqual(await person.violations(), []);
    await person.tap(page.locator('.named a').first());
    await page.waitForSelector('.problem svg');
    const all = await page.textContent('.found');
    assert.deepEqual(await person.violations(), []);
    await person.picture('gallery');
    await person.tap(page.locator('#page-on'));
    await page.waitForFunction(() => location.search === '?page=1' && /Page 2|の2頁/.test(document.querySelector('.pager').textContent));
    // By length and grade; the filter stands in the address.
    await page.selectOption('#filter-least', '3');
    await page.selectOption('#filter-most', '3');
    await page.selectOption('#filter-grade', 'A');
    await page.waitForFunction(() => location.search === '?least=3&most=3&grade=A');
    await page.waitForFunction(() => {
      const texts = [...document.querySelectorAll('.problem strong')].map((one) => one.textContent);
      return texts.length > 0 && texts.every((text) => /Mate in 3 · grade A|3手詰 · 評価A/.test(text));
    });
    assert.notEqual(await page.textContent('.found'), all);
    const some = await page.textContent('.found');
    await page.reload();
    await page.waitForFunction((some) => document.querySelector('.found')?.textContent === some, some);
    await page.goBack();
    await page.waitForFunction((some) => document.querySelector('.found')?.textContent !== some, some);
    // The solution is hidden; a problem is set up on the board.
    await page.goForward();
    await page.waitForFunction((some) => document.querySelector('.found')?.textContent === some, some);
    await page.locator('.problem summary').first().click();
    assert.equal(await page.locator('.problem details[open] .move-text').count(), 3);
    await page.locator('.plots summary').click();
    await page.waitForFunction(() => document.querySelector('.plot').naturalWidth > 0);
    await person.picture('gallery-filtered');
    assert.deepEqual(await person.violations(), []);
    await person.tap(page.locator('.problem a').first());
    await page.waitForSelector('#ask');
    assert.match(await page.evaluate(() => location.pathname), /^\/check\//);
  }, '/research');

  await test(size, 'a walk through a solved game', async (person) => {
    const { page } = person;
    await page.waitForSelector('.values .move');
    assert.match(await page.textContent('.verdict'), /win in 11|11手で勝ち/);
    await page.locator('.plots summary').click();
    await page.waitForFunction(() => document.querySelector('.plot').naturalWidth > 0);
    assert.deepEqual(await person.violations(), []);
    await page.locator('.best-play summary').click();
    await page.waitForFunction(() => document.querySelectorAll('.best-play .move-text').length === 11);
    await person.picture('table');
    for (let ply = 1; ply <= 11; ply += 1) {
      await person.tap(page.locator('#walk-best'));
      await page.waitForFunction((n) => document.querySelectorAll('.played .move-text').length === n, ply);
    }
    assert.equal(await page.locator('.values').count(), 0, 'the game is over');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.values .move');
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.played .move-text').length === 11);
    await person.tap(page.locator('#walk-start'));
    await page.waitForFunction(() => document.querySelectorAll('.played .move-text').length === 0);
    await person.tap(page.locator('.values .move').last());
    await page.waitForFunction(() => document.querySelectorAll('.played .move-text').length === 1);
    await person.tap(page.locator('#language'));
    await page.waitForFunction((ja) => (document.documentElement.lang === 'ja') === ja, size === 'desk');
    await page.waitForFunction((ja) => /[一-龠]/.test(document.querySelector('.values').textContent) === ja, size === 'desk');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
  }, '/research/table/0');

  await test(size, 'a walk through a board of Lines of Action', async (person) => {
    const { page } = person;
    await page.waitForSelector('.values .move');
    assert.match(await page.textContent('.verdict'), /win in 7|7手で勝ち/);
    assert.equal(await page.locator('.hand-line').count(), 0, 'there are no hands');
    assert.equal(await page.locator('.walk-board .stone').count(), 6);
    // Each move has its value and, unless it draws, its distance.
    const rows = await page.$$eval('.values tbody tr', (all) => all.map((row) => [row.className, row.cells[2].textContent]));
    assert.deepEqual(rows[0], ['win', '7']);
    assert.ok(rows.length > 1 && rows.every(([value, distance]) => (value === 'draw') === (distance === '')), JSON.stringify(rows));
    assert.deepEqual(await person.violations(), []);
    await person.picture('table-loa');
    for (let ply = 1; ply <= 7; ply += 1) {
      await person.tap(page.locator('#walk-best'));
      await page.waitForFunction((n) => document.querySelectorAll('.played .move-text').length === n, ply);
    }
    assert.equal(await page.locator('.values').count(), 0, 'the game is over');
  }, '/research/table/1');

  await test(size, 'distributions of a file of answers', async (person) => {
    const { page } = person;
    await page.waitForFunction(() => document.querySelectorAll('.plot').length === 3);
    for (const plot of await page.locator('.plot').all()) {
      await plot.scrollIntoViewIfNeeded();
      await page.waitForFunction((one) => one.naturalWidth > 0, await plot.elementHandle());
    }
    assert.deepEqual(await person.violations(), []);
    const verdicts = await page.locator('tbody td:first-child').allTextContents();
    assert.ok(verdicts.length > 0 && verdicts.every((word) => (size === 'desk' ? /^[A-Z]/ : /^[^a-z]+$/).test(word)), verdicts.join());
    await person.picture('answers');
  }, '/research/answers/0');
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
  // A gold from the box to the hand: Enter on the piece, Enter on the name of the hand.
  await person.held('box', 'G').focus();
  await press('Enter');
  await page.locator('.stand.black button.stand-name').focus();
  await press('Enter');
  assert.match(await person.text(), / b G 1$/);
  // A gold from the box to the board and away.
  await person.held('box', 'G').focus();
  await press('Enter');
  await page.locator('.square[tabindex="0"]').focus();
  await press('ArrowDown', 'Enter', '+', 'Delete');
  assert.doesNotMatch((await person.text()).split(' ')[0], /G/);
  assert.match(await person.text(), / b G 1$/);
  await page.locator('#ask').focus();
  await press('Enter');
  await page.waitForSelector('.verdict');
});

await test('desk', 'the focus stays with who has no mouse', async (person) => {
  const { page } = person;
  const press = async (selector, keys = ['Enter']) => {
    await page.locator(selector).first().focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const isOn = (selector) => page.waitForFunction((selector) => document.activeElement?.matches(selector), selector);
  await press('.turn', ['Enter', 'Enter']);
  await isOn('.turn');
  assert.equal(await person.text(), MATE_IN_5, 'the turn has come back');
  await press('.rest');
  await isOn('.rest');
  await press('.load');
  await isOn('.load');
  await press('#ask');
  await page.waitForSelector('.show');
  await isOn('#ask');
  // News of the job draws the answer anew. A key that comes just then meets no button, so a person
  // presses it again.
  for (let times = 0; times < 3 && (await page.locator('.show').count()) > 0; times += 1) {
    await press('.show');
    await page.waitForSelector('.hide', { timeout: 5_000 }).catch(() => {});
  }
  await isOn('.hide');
  await press('.fight');
  await isOn('.duel .choices button');
  // A defence by its button, another one on the board.
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.duel .played .move-text').length === 3);
  await isOn('.duel .choices button, .duel .controls button');
  await press('.duel .controls button');
  await page.waitForFunction(() => document.querySelectorAll('.duel .played .move-text').length === 1);
  await isOn('.duel .choices button');
  await press('.square[aria-label^="2b "]');
  await press('.square[aria-label^="3a "]');
  await page.waitForFunction(() => document.querySelectorAll('.duel .played .move-text').length === 3);
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
