import type { Page } from './test.ts'

/** Latin words in sight or spoken by a reader of the screen, but for those that belong there; antd's icons have no other names. */
export async function latin(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`[
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll(':is([title], [placeholder], [aria-label], [alt]):not(.anticon, .ant-select-clear)')]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
      .flatMap((element) => ['title', 'placeholder', 'aria-label', 'alt'].map((name) => element.getAttribute(name) ?? '')),
  ]`)) as string[]
  const own = /^(Excel|xlsx|Alt|Ctrl|ICP|Tab|Enter|Esc)$/
  return texts.flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !own.test(word))
}
