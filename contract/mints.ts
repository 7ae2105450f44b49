/** Public addresses of the tokens that are always there. */
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const STABLECOIN_MINT = 'JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD';
export const BTC_MINT = '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh';
/** The native coin, under the name it has where a mint is asked for. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';
