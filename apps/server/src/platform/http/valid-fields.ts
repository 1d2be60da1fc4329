import type { z } from 'zod'

/**
 * The fields of a body that are valid by their own schema, even if others are not, so that rules can check them.
 */
export function validFields<S extends z.ZodRawShape>(
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
