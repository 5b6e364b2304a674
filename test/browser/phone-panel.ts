// What is said on a phone stays off the panel, and fields look as if they could be filled in.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Look {
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  readonly color: string;
}

export async function testPhonePanel(phone: Page): Promise<void> {
  await phone.evaluate(`document.getElementById('more').click();
    document.querySelector('#tabs button:last-child').click();
    document.getElementById('toast').textContent = 'a file is open and encloses nothing. '.repeat(5);
    document.getElementById('toast').classList.add('on');`);
  const [toast, panel, wall, button] = await phone.evaluate<
    Look[]
  >(`['toast', 'panel', 'wall', 'share'].map((id) => {
    const { top, bottom, width } = document.getElementById(id).getBoundingClientRect();
    return { top, bottom, width, color: getComputedStyle(document.getElementById(id)).backgroundColor };
  })`);
  expect(toast.width).toBeGreaterThan(340);
  expect(toast.bottom).toBeLessThanOrEqual(panel.top);
  expect(wall.color).not.toBe(button.color);
}
