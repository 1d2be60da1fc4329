import { loadModule, parseSync } from 'libpg-query'

/**
 * Checks the rules of docs/sql.md, which let Citus distribute the project tables by `project_id`, on PostgreSQL's own parse
 * tree. Rule 3 is checked in `constraints.test.ts`, rule 5 concerns `inTransaction`.
 */
export interface Tables {
  project: readonly string[]
  company: readonly string[]
}

type Tree = { readonly [key: string]: unknown }
/** One SELECT, INSERT, UPDATE or DELETE, without the queries inside it. */
interface Query {
  kind: string
  body: Tree
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
const WRITES = QUERIES.filter((kind) => kind !== 'SelectStmt')
/** Statements that name tables but read no rows. */
const OTHER = ['VacuumStmt', 'VacuumRelation', 'TransactionStmt']

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, key) => (isTree(found) ? found[key] : undefined), value)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

await loadModule()

/** A message for each rule that the statement breaks. Throws if the text is not valid SQL. */
export function brokenRules(statement: string, tables: Tables): string[] {
  const broken = new Set<string>()
  for (const { stmt } of parseSync(statement).stmts ?? []) {
    if (OTHER.some((kind) => at(stmt, kind))) continue
    const found = { queries: [] as Query[], tables: new Set<string>(), ctes: new Set<string>() }
    collect(stmt, found)
    const named = [...found.tables].filter((name) => !found.ctes.has(name))
    const isProject = (name: string) => tables.project.includes(name) && !found.ctes.has(name)
    for (const query of found.queries)
      for (const table of unbound(query, isProject))
        broken.add(`rule 1: ${table} without "project_id = constant" of its own`)
    for (const query of found.queries)
      for (const column of unqualified(query)) broken.add(`rule 8: ${column} without the alias of its table`)
    for (const table of wholeTables(stmt).filter(isProject))
      broken.add(`rule 1: ${table} of all projects at once`)
    const company = named.filter((name) => tables.company.includes(name))
    const project = named.filter(isProject)
    if (company.length > 0 && project.length > 0)
      broken.add(
        `rule 2: ${project.join(', ')} of a project together with ${company.join(', ')} of a company`,
      )
    const selects = found.queries.filter(({ kind }) => kind === 'SelectStmt').map(({ body }) => body)
    if (
      selects.some(isSetOperation) &&
      selects.some((body) => !isSetOperation(body) && isWithoutColumns(body))
    )
      broken.add('rule 4: a select without columns in a set operation')
    if (project.length > 0 && WRITES.some((kind) => at(stmt, kind)) && hasCaseOfValue(stmt))
      broken.add('rule 9: case x when … in a write')
  }
  return [...broken]
}

/** Messages by statement, for the files of a worker, which send mostly the same ones. */
const found = new Map<string, string[]>()

/** `brokenRules`, parsed once a worker; `tables` must be the same each time. */
export function brokenOnce(statement: string, tables: Tables): string[] {
  const broken = found.get(statement) ?? brokenRules(statement, tables)
  found.set(statement, broken)
  return broken
}

/** Tables of COPY … TO, TRUNCATE and LOCK, which concern all projects. COPY … FROM is allowed: each row names its project. */
function wholeTables(stmt: unknown): string[] {
  const copied = at(stmt, 'CopyStmt')
  const relations = [
    ...(at(copied, 'is_from') ? [] : [at(copied, 'relation')]),
    ...list(at(stmt, 'TruncateStmt', 'relations')).map((one) => at(one, 'RangeVar')),
    ...list(at(stmt, 'LockStmt', 'relations')).map((one) => at(one, 'RangeVar')),
  ]
  return relations.map((relation) => text(at(relation, 'relname'))).filter((name) => name !== '')
}

function collect(node: unknown, into: { queries: Query[]; tables: Set<string>; ctes: Set<string> }): void {
  if (Array.isArray(node)) for (const one of node) collect(one, into)
  if (!isTree(node)) return
  for (const [key, value] of Object.entries(node)) {
    // In the parse tree the two sides of a set operation are not wrapped in a node of their kind.
    if (isTree(value) && (QUERIES.includes(key) || ((key === 'larg' || key === 'rarg') && 'op' in value)))
      into.queries.push({ kind: QUERIES.includes(key) ? key : 'SelectStmt', body: value })
    if (key === 'relname') into.tables.add(text(value))
    if (key === 'ctename') into.ctes.add(text(value))
    collect(value, into)
  }
}

function hasCaseOfValue(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasCaseOfValue)
  if (!isTree(node)) return false
  return at(node, 'CaseExpr', 'arg') !== undefined || Object.values(node).some(hasCaseOfValue)
}

const isSetOperation = (body: Tree) => text(body.op) !== 'SETOP_NONE'
const isWithoutColumns = (body: Tree) => list(body.targetList).length === 0 && !('valuesLists' in body)

/** A condition, and the aliases whose rows it can filter. */
interface Condition {
  expression: unknown
  of: ReadonlySet<string>
}

/** The project tables of this query (not of its subqueries) without a condition `project_id = constant`. */
function unbound({ kind, body }: Query, isProject: (name: string) => boolean): string[] {
  const relations = new Map<string, string>()
  const conditions: Condition[] = []
  const from = (node: unknown): Set<string> => {
    const join = at(node, 'JoinExpr')
    if (!join) {
      const relation = at(node, 'RangeVar')
      const name = relation
        ? addRelation(relations, relation)
        : text(at(node, 'RangeFunction', 'alias', 'aliasname'))
      return new Set([name])
    }
    const [left, right] = [from(at(join, 'larg')), from(at(join, 'rarg'))]
    const both = new Set([...left, ...right])
    // ON does not filter the rows of the preserved side of an outer join.
    const of = { JOIN_INNER: both, JOIN_LEFT: right, JOIN_RIGHT: left }[text(at(join, 'jointype'))]
    conditions.push({ expression: at(join, 'quals'), of: of ?? new Set() })
    return both
  }
  if (kind === 'UpdateStmt' || kind === 'DeleteStmt') addRelation(relations, body.relation)
  for (const item of [...list(body.fromClause), ...list(body.usingClause)]) from(item)
  conditions.push({ expression: body.whereClause, of: new Set(relations.keys()) })
  const projectAliases = [...relations].filter(([, table]) => isProject(table)).map(([alias]) => alias)
  const several = kind === 'SelectStmt' && readsOneTable(body)
  const bound = new Set<string>()
  for (const { expression, of } of conditions)
    for (const alias of boundBy(expression, several)) {
      const meant = alias ?? (projectAliases.length === 1 ? projectAliases[0] : undefined)
      if (meant !== undefined && of.has(meant)) bound.add(meant)
    }
  const missing = projectAliases
    .filter((alias) => !bound.has(alias))
    .map((alias) => relations.get(alias) ?? alias)
  const target = text(at(body, 'relation', 'relname'))
  if (kind === 'MergeStmt' && isProject(target)) missing.push(target)
  if (kind === 'InsertStmt' && isProject(target) && !insertsIntoOne(body)) missing.push(target)
  return missing
}

/**
 * Columns without an alias in this query's conditions, although its tables have aliases. If several statements share such a filter, it is
 * ambiguous in a statement that joins another table with a column of the same name.
 */
function unqualified({ body }: Query): string[] {
  const aliases = new Set<string>()
  const conditions: unknown[] = [body.whereClause]
  const from = (node: unknown): void => {
    const join = at(node, 'JoinExpr')
    const alias = text(at(node, 'RangeVar', 'alias', 'aliasname'))
    if (alias) aliases.add(alias)
    if (!join) return
    conditions.push(at(join, 'quals'))
    from(at(join, 'larg'))
    from(at(join, 'rarg'))
  }
  from({ RangeVar: body.relation })
  for (const item of [...list(body.fromClause), ...list(body.usingClause)]) from(item)
  if (aliases.size === 0) return []
  return conditions.flatMap(columnsIn).filter((name) => !aliases.has(name))
}

/** Names of the columns without an alias in an expression, not in its subqueries. */
function columnsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(columnsIn)
  if (!isTree(node)) return []
  const fields = list(at(node, 'ColumnRef', 'fields'))
  if (fields.length > 0) return fields.length === 1 ? [text(at(fields[0], 'String', 'sval'))] : []
  return Object.entries(node).flatMap(([key, value]) => (QUERIES.includes(key) ? [] : columnsIn(value)))
}

function addRelation(relations: Map<string, string>, relation: unknown): string {
  const table = text(at(relation, 'relname'))
  const alias = text(at(relation, 'alias', 'aliasname')) || table
  relations.set(alias, table)
  return alias
}

/** Whether a SELECT reads one table and locks none: it may name several projects. */
const readsOneTable = (body: Tree): boolean =>
  list(body.fromClause).length === 1 &&
  at(list(body.fromClause)[0], 'RangeVar') !== undefined &&
  list(body.lockingClause).length === 0

/**
 * The aliases (undefined for an unqualified column) with `project_id = constant` in this condition or in an operand of its ANDs; with `several` also those
 * with `project_id = any(constant)`.
 */
function boundBy(expression: unknown, several: boolean): (string | undefined)[] {
  if (at(expression, 'BoolExpr', 'boolop') === 'AND_EXPR')
    return list(at(expression, 'BoolExpr', 'args')).flatMap((one) => boundBy(one, several))
  const comparison = at(expression, 'A_Expr')
  const operator = text(at(list(at(comparison, 'name'))[0], 'String', 'sval'))
  const kinds = ['AEXPR_OP', ...(several ? ['AEXPR_OP_ANY'] : [])]
  if (!kinds.includes(text(at(comparison, 'kind'))) || operator !== '=') return []
  const sides = [at(comparison, 'lexpr'), at(comparison, 'rexpr')]
  const column = sides.find((side) => at(side, 'ColumnRef'))
  if (!sides.some(isConstant)) return []
  const fields = list(at(column, 'ColumnRef', 'fields')).map((field) => text(at(field, 'String', 'sval')))
  return fields.at(-1) === 'project_id' ? [fields.at(-2)] : []
}

function isConstant(expression: unknown): boolean {
  const inner = at(expression, 'TypeCast', 'arg')
  if (inner) return isConstant(inner)
  return isTree(expression) && ('ParamRef' in expression || 'A_Const' in expression)
}

/** Whether each row of an INSERT has a constant as its project. */
function insertsIntoOne(body: Tree): boolean {
  const index = list(body.cols).findIndex((column) => at(column, 'ResTarget', 'name') === 'project_id')
  if (index === -1) return false
  const source = at(body, 'selectStmt', 'SelectStmt')
  const rows = list(at(source, 'valuesLists')).map((row) => list(at(row, 'List', 'items'))[index])
  if (rows.length > 0) return rows.every(isConstant)
  return isConstant(at(list(at(source, 'targetList'))[index], 'ResTarget', 'val'))
}
