/** The file is refused; `message` is Chinese and shown to the user, `cause` has the technical detail for the log. */
export class OriginalError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OriginalError'
  }
}

export const damaged = (kind: string, cause: unknown) =>
  new OriginalError(`${kind}已损坏，无法读取，请重新下载后上传`, { cause })
