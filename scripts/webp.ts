// Pictures of pages as WebP, a quarter of a PNG: docs with their figures are part of the package.

import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const QUALITY = 0.85; // the smallest at which thin lines and small text of our figures stay clear

/** Encodes a PNG, which `page` has taken or any other, and writes it. */
export async function writeWebp(page: Page, file: string, png: Buffer): Promise<void> {
  const text = (await page.evaluate(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} });
    const reader = new FileReader();
    reader.readAsDataURL(blob);
    await new Promise((done) => (reader.onload = done));
    return reader.result.slice(reader.result.indexOf(',') + 1);
  })()`)) as string;
  writeFileSync(file, Buffer.from(text, 'base64'));
}
