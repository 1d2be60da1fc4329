/** A time of a working day, different for neighbours in a list: what people typed one after the other, some of it after lunch. */
export function workingTime(day: string, index: number): Date {
  const minutes = (index * 47 + 13) % 440
  const seconds = (index * 29 + 7) % 60
  const start = Date.parse(`${day}T09:20:00+08:00`)
  return new Date(start + (minutes * 60 + seconds) * 1000)
}
