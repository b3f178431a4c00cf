// Mouse, finger and pen on the table: taps, drags and swipes. A place is the element that the
// pointer is on, as data: { square }, { hand, letters }, { box, letters, side }.

import { piecePicture } from './picture.js';

/** Farther than this is a drag, in pixels. */
const DRAG = 6;

/** Farther than this is a swipe. */
const SWIPE = 40;

/** A click that follows a pointer within this time was already a tap, in milliseconds. */
const ECHO = 600;

export function placeOf(element) {
  const found = element?.closest?.('[data-square],[data-letters],[data-hand],[data-box]');
  if (!found) return null;
  const { square, hand, box, letters, side } = found.dataset;
  if (square !== undefined) return { square: Number(square) };
  if (hand !== undefined) return { hand, letters };
  return { box: true, letters, side, isBox: box !== undefined };
}

/** Whether two places are the same. */
export const isSame = (a, b) =>
  a && b && a.square === b.square && a.hand === b.hand && a.letters === b.letters && a.side === b.side;

/**
 * Watches a container. `table` answers: `pieceAt(place)` is the piece to drag or null, `game`, and
 * it is told `tap(place)`, `drop(from, to)`, `turnOver(place)`, `swipe(steps)`.
 */
export function watch(container, table) {
  let held = null;
  let last = -ECHO;

  container.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || held) return;
    const from = placeOf(event.target);
    if (!from) return;
    held = { id: event.pointerId, from, x: event.clientX, y: event.clientY, ghost: null, target: event.target };
    container.setPointerCapture(event.pointerId);
    event.target.closest('button')?.focus({ preventScroll: true });
    event.preventDefault();
  });

  container.addEventListener('pointermove', (event) => {
    if (event.pointerId !== held?.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.ghost && far > DRAG) held.ghost = lift(held.from);
    if (held.ghost?.append) moveGhost(held.ghost, event);
  });

  const end = (event) => {
    if (event.pointerId !== held?.id) return;
    const { from, ghost, x, y, isOver } = held;
    held = null;
    last = performance.now();
    if (ghost?.remove) ghost.remove();
    if (event.type === 'pointercancel' || isOver) return;
    const [across, down] = [event.clientX - x, event.clientY - y];
    if (ghost?.append) {
      const to = placeOf(document.elementFromPoint(event.clientX, event.clientY));
      if (isSame(from, to)) table.tap(from);
      else table.drop(from, to ?? { box: true });
    } else if (Math.abs(across) > SWIPE && Math.abs(across) > Math.abs(down)) {
      table.swipe(across < 0 ? 1 : -1);
    } else if (Math.hypot(across, down) <= SWIPE) {
      table.tap(from);
    }
  };
  container.addEventListener('pointerup', end);
  container.addEventListener('pointercancel', end);

  // Keys and assistive technology click without a pointer.
  container.addEventListener('click', (event) => {
    const place = placeOf(event.target);
    if (place && performance.now() - last > ECHO) table.tap(place);
  });
  container.addEventListener('contextmenu', (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    // A long press of a finger turns over, and the finger that leaves is no tap.
    if (held) held.isOver = true;
    table.turnOver(place);
  });

  /** The picture of a piece that follows the pointer; `true` if there is nothing to drag. */
  function lift(from) {
    const cell = table.pieceAt(from);
    if (!cell) return true;
    const ghost = piecePicture(table.game, cell, (cell.side === 'white') !== table.flip);
    ghost.classList.add('ghost');
    document.body.append(ghost);
    return ghost;
  }

  function moveGhost(ghost, event) {
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
    ghost.style.width = `${table.cellSize()}px`;
  }
}
