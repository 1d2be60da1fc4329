import { nothing } from '@pianzhang/contract/page'
import {
  payCategory,
  payCategoryBody,
  payCategoryList,
  payCategoryQuery,
} from '@pianzhang/contract/pay-categories'
import { z } from 'zod'
import { inProject } from '../../platform/guard.ts'
import { type Route, read, write } from '../../platform/route.ts'
import { listPayCategories } from './list.ts'
import { removePayCategory } from './remove.ts'
import { createPayCategory, updatePayCategory } from './save.ts'

const params = z.object({ id: z.string() })
const may = (action: 'read' | 'write' | 'delete') => inProject('pay_category', action)

/** Payment types: unlike other records they are known by a real id. */
export const payCategoryRoutes: Route[] = [
  read(
    'GET /pay_categories',
    {
      summary: 'A page of payment types',
      access: may('read'),
      query: payCategoryQuery,
      answer: payCategoryList,
    },
    listPayCategories,
  ),
  write(
    'POST /pay_categories',
    { summary: 'Add a payment type', access: may('write'), body: payCategoryBody, answer: payCategory },
    createPayCategory,
  ),
  write(
    'PUT /pay_categories/:id',
    {
      summary: 'Rename a payment type',
      access: may('write'),
      params,
      body: payCategoryBody,
      answer: payCategory,
    },
    updatePayCategory,
  ),
  write(
    'DELETE /pay_categories/:id',
    { summary: 'Delete a payment type', access: may('delete'), params, answer: nothing },
    removePayCategory,
  ),
]
