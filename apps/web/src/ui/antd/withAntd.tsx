import type { ComponentType } from 'react'

export interface Loaded<P> {
  default: ComponentType<P>
  /** Fetches what else the first paint needs. */
  ready?: () => Promise<void>
}
export type Load<P> = () => Promise<Loaded<P>>

/** The code of a part that uses antd, with antd's look around it; both are fetched at once. */
export const withAntd =
  <P extends object>(load: Load<P>): Load<P> =>
  async () => {
    const [{ default: Part }, { Antd }] = await Promise.all([load(), import('./Antd.tsx')])
    return {
      default: (props: P) => (
        <Antd>
          <Part {...props} />
        </Antd>
      ),
    }
  }
