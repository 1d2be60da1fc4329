export { readQrCodes } from './qr-codes.ts'
