import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { open } from '../guard.ts'

/** OpenAPI 3.1 from the schemas that validate requests. Registered before the routes, so that it sees them. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '片账 API',
        version: '1',
        description: 'Every answer is { code, msg, data }; code 0 is success.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    transformObject: jsonSchemaTransformObject,
    transform: (route) => {
      const transformed = jsonSchemaTransform(route)
      const declared = route.route.config?.route
      if (!declared) return transformed
      const { access, summary, form, note } = declared
      const permission =
        typeof access.who === 'string' ? access.who : `${access.who.model}: ${access.who.action}`
      const schema = {
        ...transformed.schema,
        ...(summary && { summary }),
        ...(form && { body: z.toJSONSchema(form), consumes: ['multipart/form-data'] }),
        description: [
          `Access: ${permission}${access.feature ? ` with the feature ${[access.feature].flat().join(' or ')}` : ''}`,
          note,
        ]
          .filter(Boolean)
          .join('. '),
        ...(access.who === 'anyone' && { security: [] }),
      }
      return { ...transformed, schema }
    },
  })
  app.get(
    '/api/common/openapi.json',
    { config: { route: { access: open } }, schema: { hide: true } },
    async () => app.swagger(),
  )
}
