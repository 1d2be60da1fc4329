export * from '../../../../packages/xlsx/test/zip.ts'
