/** Cuts an API instant (`2026-11-21T08:00:00.000+08:00`) to `2026-11-21 08:00`, independent of the browser's time zone. */
export const formatMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

const DAY_MINUTE = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Formats a timestamp in milliseconds as `11-21 18:30`, in the product's time zone. */
export const formatDayMinute = (moment: number): string => DAY_MINUTE.format(moment).slice(5)
