import type { Page } from './test.ts'

/**
 * Latin words that are visible or read by a screen reader, except a few allowed ones. The content of a button or link with aria-label does not
 * count, as it is not read.
 */
export async function latin(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`[
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll(':is([title], [placeholder], [aria-label], [alt])')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]')
        && !element.parentElement?.closest(':is(a, button)[aria-label]'))
      .flatMap((element) => ['title', 'placeholder', 'aria-label', 'alt'].map((name) => element.getAttribute(name) ?? '')),
  ]`)) as string[]
  const own = /^(Excel|xlsx|Alt|Ctrl|ICP|Tab|Enter|Esc)$/
  return texts.flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !own.test(word))
}
