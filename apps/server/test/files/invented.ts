/** The code of log entries that a test makes up: their fields are no module's, so that `logged-names.ts` asks for no words for them. */
export const INVENTED = 'invented-by-a-test'
