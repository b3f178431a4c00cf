// How fast the page is in a real browser: until it is usable, and from the click to the answer.
//
//   node speed.mjs ADDRESS CHROMIUM
//
// ADDRESS is a running server. Prints one line of a table a measurement, in milliseconds: the
// median and the largest of 20. Run it in the folder that holds playwright-core.

import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const { chromium } = require('playwright-core');

const ROUNDS = 20;
const [address, executablePath] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });

function print(name, times) {
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  console.log(`| ${name} | ${times.length} | ${median.toFixed(1)} | ${times.at(-1).toFixed(1)} |`);
}

const [usable, answered] = [[], []];
let script = 0;
for (let round = 0; round < ROUNDS; round += 1) {
  // A fresh browser each time: nothing is kept from the round before.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body || !('ready' in document.body.dataset)) return;
      window.readyAt = performance.now();
      observer.disconnect();
    }).observe(document, { attributes: true, subtree: true, childList: true });
  });
  await page.goto(address);
  await page.waitForFunction(() => window.readyAt);
  usable.push(await page.evaluate(() => window.readyAt - performance.getEntriesByType('navigation')[0].responseStart));
  script = await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0));
  // The problem of the README stands on the board: mate in 5.
  answered.push(await page.evaluate(() => new Promise((resolve) => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.verdict')) return;
      observer.disconnect();
      // The frame after this one shows it.
      requestAnimationFrame(() => resolve(performance.now() - start));
    }).observe(document.getElementById('answer'), { childList: true, subtree: true });
    document.getElementById('ask').click();
  })));
  await context.close();
}
await browser.close();
print('first byte until usable', usable);
print('click until the answer of a mate in 5', answered);
console.log(`\nscript of the page: ${script} bytes`);
