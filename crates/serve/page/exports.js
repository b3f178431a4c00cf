// What a person can take along: records, texts and pictures.

import * as api from './api.js';
import { save } from './dom.js';

/** Saves a record of a position with its line. */
export async function saveRecord(place, moves, to) {
  const extension = { kif: 'kifu', csa: 'csa', ki2: 'ki2u', jkf: 'jkf' }[to] ?? 'txt';
  save(`yose.${extension}`, await api.convert(place, moves, to));
}

/** Saves a picture of a position. */
export async function saveSvg(place) {
  save('yose.svg', await api.convert(place, [], 'svg'), 'image/svg+xml');
}

/** Saves a picture of a position as pixels, which the browser makes of the other picture. */
export async function savePng(place) {
  const text = await api.convert(place, [], 'svg');
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.naturalWidth * 2, picture.naturalHeight * 2];
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
    save('yose.png', await new Promise((resolve) => canvas.toBlob(resolve, 'image/png')));
  } finally {
    URL.revokeObjectURL(address);
  }
}
