import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const mostTabs = 70;

/**
 * Whether the focused element looks different from what it looks like without focus: itself, what stands
 * around it, or what it contains. Leaves the focus where it was.
 */
async function focusIsVisible(): Promise<boolean> {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return true;
  const near = new Set<Element>([focused, ...focused.children]);
  for (
    let around = focused.parentElement, step = 0;
    around && step < 3;
    around = around.parentElement, step += 1
  )
    for (const element of [around, ...around.children]) near.add(element);
  const drawing = () =>
    [...near]
      .map((element) => {
        const style = getComputedStyle(element);
        const {
          outlineStyle,
          outlineWidth,
          boxShadow,
          borderColor,
          backgroundColor,
          color,
          clipPath,
          transform,
        } = style;
        const outline =
          outlineStyle === 'none' || outlineWidth === '0px' ? '' : `${outlineStyle} ${outlineWidth}`;
        return [outline, boxShadow, borderColor, backgroundColor, color, clipPath, transform].join('|');
      })
      .join('\n');
  const settled = async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    return drawing();
  };
  const withFocus = await settled();
  focused.blur();
  const without = await settled();
  focused.focus();
  return withFocus !== without;
}

/**
 * Presses Tab through a page until everything wanted had the focus, from the start of the document.
 * @throws when something wanted is never reached, or a focus on the way cannot be seen
 */
export async function walkByTab(page: Page, wanted: Readonly<Record<string, Locator>>): Promise<void> {
  const missing = new Map(Object.entries(wanted));
  const unseen: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
  });
  for (let tab = 0; tab < mostTabs && missing.size > 0; tab += 1) {
    await page.keyboard.press('Tab');
    for (const [name, locator] of missing)
      if (await locator.evaluate((element) => element === document.activeElement)) missing.delete(name);
    if (!(await page.evaluate(focusIsVisible)))
      unseen.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? ''));
  }
  expect({ neverReached: [...missing.keys()], focusNotVisible: unseen }).toEqual({
    neverReached: [],
    focusNotVisible: [],
  });
}
