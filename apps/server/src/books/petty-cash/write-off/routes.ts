import { writeOffApi } from '@pianzhang/contract/api/books'
import {
  writeOffBody,
  writeOffList,
  writeOffListQuery,
  writeOffPreview,
  writeOffPreviewBody,
  writeOffResult,
  writeOffScope,
} from '@pianzhang/contract/petty-cash'
import { inProject } from '../../../platform/http/guard.ts'
import { type Route, read, write } from '../../../platform/http/route.ts'
import { listWriteOffs } from './history.ts'
import { previewWriteOff } from './preview.ts'
import { writeOffDetails } from './write-off.ts'

/** Write-off of petty cash (api.md §5). */
export const writeOffRoutes: Route[] = [
  read(
    writeOffApi.list,
    {
      summary: 'A page of the history of write-offs',
      access: inProject('imprest', 'read'),
      query: writeOffListQuery,
      answer: writeOffList,
    },
    listWriteOffs,
  ),
  read(
    writeOffApi.preview,
    {
      summary: 'What a write-off would do now',
      access: inProject('imprest', 'read'),
      query: writeOffScope,
      answer: writeOffPreview,
    },
    (db, context, { query }) => previewWriteOff(db, context, query),
  ),
  read(
    writeOffApi.previewScope,
    {
      summary: 'What a write-off would do now; a thousand codes fit a body, but no address',
      access: inProject('imprest', 'read'),
      body: writeOffPreviewBody,
      answer: writeOffPreview,
    },
    (db, context, { body }) => previewWriteOff(db, context, body ?? writeOffScope.parse({})),
  ),
  write(
    writeOffApi.create,
    {
      summary: 'Post every open petty cash detail that matches and has all vouchers to the payments',
      access: inProject('imprest', 'write'),
      body: writeOffBody,
      answer: writeOffResult,
      writeMs: 110_000,
    },
    (tx, context, { body }) => writeOffDetails(tx, context, body ?? undefined),
  ),
]
