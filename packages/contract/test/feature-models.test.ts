import { expect, it } from 'vitest'
import { featureOf } from '../src/feature-models.ts'
import { RESOURCES, featureOf as stated } from '../src/permissions.ts'

it('knows the feature of each resource as the table of resources states it', () => {
  expect(RESOURCES.map(({ model }) => [model, featureOf(model)])).toEqual(
    RESOURCES.map(({ model }) => [model, stated(model)]),
  )
})
