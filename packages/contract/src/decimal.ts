export * from '@pianzhang/decimal'
