/** An instant of the API (`2026-11-21T08:00:00.000+08:00`) as its own words say it: `2026-11-21 08:00`, whatever the browser's zone. */
export const formatMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

const DAY_MINUTE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A moment of this browser as `11-21 18:30`, in the product's zone. */
export const formatDayMinute = (moment: number): string => DAY_MINUTE.format(moment).slice(5)
