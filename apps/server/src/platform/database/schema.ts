import type { CompanyTables } from './schema/company.ts'
import type { ProjectTables } from './schema/project.ts'

/** The tables for Kysely; they are defined in `migrations/`. No statement names tables of both kinds (docs/sql.md). */
export interface Database extends CompanyTables, ProjectTables {}
