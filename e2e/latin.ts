import type { Page } from './test.ts'

/** Latin words in sight or spoken by a reader of the screen, but for those that belong there. What is in a named button or link is not spoken. */
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
