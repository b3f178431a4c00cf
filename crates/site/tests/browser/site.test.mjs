// The page without a server in a real browser, on the size of a desk and of a phone. A host of
// files offers the folder below another folder, as hosts do.
//
//   node site.test.mjs SITE CHROMIUM [PICTURES [NAME]]
//
// SITE is the folder that `cargo xtask site` made. With a NAME only the tests run whose names hold
// it. Prints one line a test and ends with `N passed, N failed`.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';

// The packages are in the folder of the process, not beside this file.
const require = createRequire(join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const [site, executablePath, folder, only = ''] = process.argv.slice(2);
const BELOW = '/some/folder/';
const MATE_IN_5 = '5B3/7k1/9/7P1/9/9/9/9/9 b P2rb4g4s4n4l16p 1';
const MATE_IN_17 = '1k1/2b/K2/3 b RBr 1';
const COOKED = '8k/6R2/7P1/9/9/9/9/9/9 b GSr2b3g3s4n4l17p 1';
const CHASE = '9/9/9/4k4/9/2+R6/9/6+B2/9 b - 1';
const HARD = '9/9/9/9/4k4/9/9/9/9 b 2G2S2N2L4P2r2b2g2s2n2l14p 1';
// A mate is found at once. That it is the shortest takes long.
const OPEN = '4k4/9/9/9/9/9/9/9/9 b 2R2B2G2g4s4n4l18p 1';
const BRINKMATE = '9/9/9/9/9/2g6/2+n6/9/K2g5 w - 1';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** A host of files. `knowsWasm`: whether it knows the type of the program. */
function host(knowsWasm) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    try {
      if (!name.startsWith(BELOW)) throw new Error('not ours');
      const bytes = readFileSync(join(site, normalize(name.slice(BELOW.length))));
      const type = TYPES[extname(name)];
      response.setHeader('content-type', type === 'application/wasm' && !knowsWasm ? 'application/octet-stream' : type);
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end('not found');
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const SIZES = {
  desk: { knowsWasm: true, viewport: { width: 1280, height: 900 }, locale: 'en-US' },
  phone: { knowsWasm: false, viewport: { width: 412, height: 915 }, locale: 'ja-JP', hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});

let passed = 0;
let failed = 0;

/** Opens the page in a browser of its own, and passes it to a test. */
async function test(size, name, run, { query = '', change = null } = {}) {
  if (!name.includes(only)) return;
  const { knowsWasm, ...settings } = SIZES[size];
  const server = await host(knowsWasm);
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.setDefaultTimeout(60_000);
  if (change) {
    await context.route(`**/page/${change.file}`, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      assert.ok(text.includes(change.from), `${change.file} has ${change.from}`);
      await route.fulfill({ response, body: text.replace(change.from, change.to) });
    });
  }
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}${BELOW}${query}`);
    await page.waitForSelector('body[data-ready]');
    await run(new Person(page, size));
    assert.deepEqual(errors, []);
    passed += 1;
    console.log(`ok ${size}: ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${size}: ${name}\n${error.stack}\n${errors.join('\n')}`);
    if (folder) await page.screenshot({ path: join(folder, `site-failed-${size}-${failed}.png`), fullPage: true }).catch(() => {});
  } finally {
    await context.close();
    server.close();
  }
}

/** What a person does with the page. */
class Person {
  constructor(page, size) {
    Object.assign(this, { page, size });
  }

  async tap(what) {
    const locator = typeof what === 'string' ? this.page.locator(what) : what;
    if (this.size === 'phone') await locator.tap();
    else await locator.click();
  }

  async load(text) {
    await this.page.fill('#position', text);
    await this.tap('.load');
    await this.page.waitForFunction((text) => new URLSearchParams(location.search).get('sfen')?.replaceAll('_', ' ') === text, text);
  }

  async choose(question) {
    await this.page.locator(`label[for=question-${question}]`).click();
  }

  async ask() {
    await this.tap('#ask');
    await this.page.waitForSelector('.verdict');
    return this.page.textContent('.verdict');
  }

  async limit(name, value) {
    if (!(await this.page.locator('.options[open]').count())) await this.page.locator('.options summary').click();
    await this.page.fill(`#limit-${name}`, String(value));
    await this.page.locator(`#limit-${name}`).dispatchEvent('change');
  }

  async picture(name) {
    if (folder) await this.page.screenshot({ path: join(folder, `site-${this.size}-${name}.png`), fullPage: true });
  }

  /** Every violation that the judge of accessibility finds. */
  async violations() {
    // The policy of the page lets no other script in, except through the driver.
    await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => window.axe.run());
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`);
  }
}

for (const size of Object.keys(SIZES)) {
  await test(size, 'the problem of the front page is solved, proved and played', async (person) => {
    const { page } = person;
    assert.equal(await page.inputValue('#position'), MATE_IN_5, 'the example');
    assert.match(await person.ask(), /Mate in 5, proved shortest|5手詰（最短と証明）/);
    await person.tap('.show');
    await page.waitForSelector('.moves li:nth-child(5)');
    await person.picture('solution');
    await person.tap('.prove');
    await page.waitForSelector('.accepted');
    await person.tap('.fight');
    await page.waitForSelector('.duel .choices li');
    for (let ply = 0; ply < 6 && (await page.locator('.duel .choices li').count()); ply += 1) {
      const before = await page.locator('.duel .played .move-text').count();
      await person.tap(page.locator('.duel .choices button').last());
      await page.waitForFunction((n) => document.querySelectorAll('.duel .played .move-text').length > n, before);
    }
    assert.match(await page.textContent('.duel .over'), /Mate\.|詰み。/);
    await page.locator('.save summary').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.save-buttons button').last().click()]);
    assert.match(readFileSync(await file.path(), 'utf8'), /^yose/);
    const [kif] = await Promise.all([page.waitForEvent('download'), page.locator('.save-buttons button').first().click()]);
    assert.match(readFileSync(await kif.path(), 'utf8'), /手数/);
    await page.locator('.report summary').click();
    await page.waitForFunction(() => document.querySelector('.report pre').textContent.length > 50);
    assert.deepEqual(await person.violations(), []);
  });

  await test(size, 'a link shows its board, and a mate in 17 is found', async (person) => {
    const { page } = person;
    assert.equal(await page.inputValue('#position'), MATE_IN_17);
    assert.equal(await page.inputValue('#option-policy'), 'none');
    assert.equal(await page.locator('.verdict, .progress').count(), 0, 'a link runs nothing');
    assert.match(await person.ask(), /Mate in 17, proved|17手詰（最短/);
  }, { query: `?ask=solve&sfen=${MATE_IN_17.replaceAll(' ', '_')}&rules=3x4:BKR:1&policy=none` });

  await test(size, 'a problem is checked', async (person) => {
    await person.choose('check');
    await person.load(COOKED);
    assert.match(await person.ask(), /Cooked|Pieces are left|余詰|駒余/);
    await person.tap('.show');
    await person.page.waitForSelector('.card');
    await person.picture('check');
  });

  await test(size, 'a brinkmate', async (person) => {
    await person.choose('hisshi');
    await person.load(BRINKMATE);
    assert.match(await person.ask(), /Brinkmate in 1|1手必至/);
  });

  await test(size, 'a threat and what parries it', async (person) => {
    await person.choose('threat');
    await person.load('8k/9/7P1/9/9/9/9/9/9 w G 1');
    assert.match(await person.ask(), /Mate is threatened|詰めろ。/);
  });

  await test(size, 'a long search is stopped, and the next one starts', async (person) => {
    const { page } = person;
    await person.load(HARD);
    await person.tap('#ask');
    await page.waitForFunction(() => /[1-9]\d* (positions|局面)|[1-9][\d,]*局面/.test(document.querySelector('.progress p:nth-child(2)')?.textContent ?? ''));
    await person.picture('progress');
    await person.tap('.stop');
    await page.waitForSelector('.verdict');
    assert.match(await page.textContent('.verdict'), /stopped|中止/);
    // What came is kept.
    assert.match(await page.textContent('.answer'), /[1-9][\d,]*( positions|局面)/);
    await person.load(MATE_IN_5);
    assert.match(await person.ask(), /Mate in 5|5手詰/);
  });

  await test(size, 'a mate that was found before the stop is kept', async (person) => {
    const { page } = person;
    await person.load(OPEN);
    await person.tap('#ask');
    await page.waitForFunction(() => /Mate within|以内の詰み/.test(document.querySelector('.progress')?.textContent ?? ''));
    await person.tap('.stop');
    await page.waitForSelector('.verdict');
    assert.match(await page.textContent('.verdict'), /Mate within \d+; not proved|\d+手以内の詰み/);
  });

  await test(size, 'faults are shown on their squares', async (person) => {
    const { page } = person;
    await person.load('4k4/9/4P4/4P4/9/9/9/9/9 b G 1');
    await page.waitForSelector('.board rect.faulty');
    assert.match(await page.textContent('.faults'), /nifu|二歩/);
    await page.fill('#position', 'no position');
    await person.tap('.load');
    await page.waitForFunction(() => document.querySelector('.faults').textContent.length > 5);
  });

  await test(size, 'what needs the server says so', async (person) => {
    const { page } = person;
    await page.selectOption('#rules', 'dobutsu');
    await page.waitForFunction(() => document.querySelectorAll('.square').length === 12);
    await person.choose('value');
    assert.match(await page.textContent('.question .help'), /yose serve/);
    assert.equal(await page.isDisabled('#ask'), true);
    assert.deepEqual(await person.violations(), []);
    await person.picture('needs-server');
  });
}

// As in a browser with a tenth of the call stack.
await test('desk', 'a problem that is too deep stays open', async (person) => {
  await person.load(CHASE);
  assert.match(await person.ask(), /too deep/);
}, { change: { file: 'program.js', from: /const PLIES = (\d+);/.exec(readFileSync(join(site, 'page/program.js'), 'utf8'))[0], to: 'const PLIES = 4;' } });

// The first worker has too small a call stack; the next one gets half of the depth.
await test('desk', 'a search that the call stack has no room for is done again', async (person) => {
  await person.load(CHASE);
  assert.match(await person.ask(), /No mate, proved/);
}, { change: { file: 'worker.js', from: 'await program.call(data.call);', to: `if (data.call.call === 'job' && !data.depth) throw new RangeError('Maximum call stack size exceeded'); await program.call(data.call);` } });

await test('desk', 'a program that breaks down says so, and the next search runs', async (person) => {
  const { page } = person;
  await person.load(HARD);
  assert.match(await person.ask(), /broke down|memory/);
  await person.load(MATE_IN_5);
  assert.match(await person.ask(), /Mate in 5/);
}, { change: { file: 'worker.js', from: 'await program.call(data.call);', to: `if (JSON.stringify(data.call).includes('2G2S2N2L4P') && data.call.call === 'job') throw new Error('broken for a test'); await program.call(data.call);` } });

await test('desk', 'searches wait for each other and can be withdrawn', async (person) => {
  const { page } = person;
  await person.load(HARD);
  await person.tap('#ask');
  await page.waitForSelector('.progress');
  await person.load(MATE_IN_5);
  await person.tap('#ask');
  await page.waitForFunction(() => /1 running, 1 waiting/.test(document.querySelector('#queue').textContent));
  assert.match(await page.textContent('.progress'), /Waiting: 1/);
  await person.tap('.stop');
  await page.waitForSelector('.verdict');
  assert.match(await page.textContent('.verdict'), /stopped/);
});

await test('desk', 'a page that is loaded again says that its search has ended', async (person) => {
  const { page } = person;
  await person.load(HARD);
  await person.tap('#ask');
  await page.waitForSelector('.progress');
  await page.reload();
  await page.waitForFunction(() => /ended when this page was left/.test(document.querySelector('.message')?.textContent));
  assert.equal(await page.inputValue('#position'), HARD, 'the question is still there');
  // Once is enough, and a search that ended by itself is not missed.
  await person.load(MATE_IN_5);
  await person.ask();
  await page.reload();
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.textContent('.message'), '');
});

await test('desk', 'scripts are small', async () => {
  const scripts = readdirSync(join(site, 'page')).filter((name) => name.endsWith('.js'));
  const bytes = scripts.reduce((sum, name) => sum + readFileSync(join(site, 'page', name)).length, 0);
  assert.ok(bytes < 150_000, `${bytes} bytes of script`);
});

await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
