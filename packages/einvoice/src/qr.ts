export { codesOf } from './codes.ts'
export { readQrCodes } from './qr-codes.ts'
