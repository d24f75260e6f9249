/** Recipients in a header among whom a user who is away is looked for; one who is named behind them does not answer. */
export const MAX_RECIPIENTS = 1000;
