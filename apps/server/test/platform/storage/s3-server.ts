import { s3Env, startS3 } from './s3.ts'

const NAMES = ['BUCKET', 'REGION', 'ENDPOINT', 'PATH_STYLE', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY']

/**
 * The S3 server that tests of the whole life use: that of `TEST_S3_ENDPOINT` and the other variables of docs/development.md, with an empty bucket;
 * without them the stand-in.
 */
export async function openS3Server(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  if (process.env.TEST_S3_ENDPOINT === undefined) {
    const { address, close } = await startS3()
    return { env: s3Env(address), close }
  }
  const given = NAMES.map((name) => [`S3_${name}`, process.env[`TEST_S3_${name}`] ?? ''])
  return { env: { STORAGE: 's3', ...Object.fromEntries(given) }, close: async () => undefined }
}
