// Elements of the page, made by one function.

const SVG = 'http://www.w3.org/2000/svg';

/** An element with properties and children. `on` holds listeners; `null` children are left out. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for an element of a picture. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name in node && !(node instanceof SVGElement) && typeof value !== 'string') {
      node[name] = value;
    } else {
      node.setAttribute(name, value === true ? '' : value);
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button with a text, or with a sign and a name. */
export function button(text, action, properties = {}) {
  return el('button', { type: 'button', on: { click: action }, ...properties }, text);
}

/**
 * Draws a root anew by `draw`. The focus stays on the control that had it. If that is gone, it goes
 * to the first that `next` selects, so that nobody without a mouse has to start again.
 */
export function keepFocus(root, draw, ...next) {
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!active || active.isConnected) return;
  const nameOf = (one) => [one.id, one.className, one.getAttribute('aria-label'), one.textContent].join();
  const same = [...root.querySelectorAll(active.tagName)].find((one) => !one.disabled && nameOf(one) === nameOf(active));
  (same ?? next.map((one) => root.querySelector(one)).find(Boolean))?.focus({ preventScroll: true });
}

/** Saves a text or a blob as a file of the person. */
export function save(name, content, type = 'text/plain;charset=utf-8') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
