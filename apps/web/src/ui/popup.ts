/** A menu in the landmark of its button, where readers of the screen go on, and not at the end of the document. */
export const besideButton = (button: HTMLElement): HTMLElement => button.parentElement ?? document.body
