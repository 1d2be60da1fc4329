import { contract, contractBody, contractList, contractQuery } from '@pianzhang/contract/contracts'
import { code } from '@pianzhang/contract/page'
import { z } from 'zod'
import { inProject } from '../../platform/guard.ts'
import { type Route, read, write } from '../../platform/route.ts'
import { listContracts, showContract } from './list.ts'
import { createContract } from './save.ts'

const params = z.object({ code })
const may = (action: 'read' | 'write') => inProject('contract', action)

/** The part of contracts that payments need: add, find, pick. */
export const contractRoutes: Route[] = [
  read(
    'GET /contracts',
    { summary: 'A page of contracts', access: may('read'), query: contractQuery, answer: contractList },
    listContracts,
  ),
  read(
    'GET /contracts/:code',
    { summary: 'One contract', access: may('read'), params, answer: contract },
    showContract,
  ),
  write(
    'POST /contracts',
    { summary: 'Add a contract', access: may('write'), body: contractBody, answer: contract },
    createContract,
  ),
]
