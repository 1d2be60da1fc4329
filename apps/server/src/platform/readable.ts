import type { z } from 'zod'

/** Of a body those fields that pass their own schema, though the whole may not: what the rules can be asked about all the same. */
export function readableFields<S extends z.ZodRawShape>(
  { shape }: { shape: S },
  body: unknown,
): Partial<{ [K in keyof S]: z.output<S[K]> }> {
  const given: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const parsed = (schema as z.ZodType).safeParse(given[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(fields) as Partial<{ [K in keyof S]: z.output<S[K]> }>
}
