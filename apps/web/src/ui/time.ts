/** An instant of the API (`2026-11-21T08:00:00.000+08:00`) as its own words say it: `2026-11-21 08:00`, whatever the browser's zone. */
export const formatMinute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')
