import { today } from '@pianzhang/contract/calendar'
import { serverTime } from './clock.ts'

/** The day in Shanghai, by the server's clock: what a form proposes. */
export const currentDay = (): string => today(serverTime())
