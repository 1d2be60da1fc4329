import { weakness } from '@pianzhang/contract/password'

/** antd form rule of a new password. Accepts an empty one; whether a password is required is another rule. */
export const passwordRule = (phone: string) => ({
  validator: async (_: unknown, value: string): Promise<void> => {
    const weak = value && weakness(value, phone)
    if (weak) throw new Error(weak)
  },
})
