/**
 * What Angular adds: a client to inject, requests through `HttpClient`, and streams as signals. Begin with {@link
 * provideRxBank}.
 *
 * @module rxbank/angular
 */
export { injectRxBank } from './injectRxBank.js'
export { injectStream, type StreamSource, type StreamState } from './injectStream.js'
export { provideRxBank, type RxBankFeature, type WholeClientFeature } from './provideRxBank.js'
export { RXBANK } from './RXBANK.js'
export type { AnyRxBankConfig, RxBankClient, RxBankConfig } from './RxBankConfig.js'
export type { StreamConfig } from './StreamConfig.js'
export { withHttpClient } from './withHttpClient.js'
export { withKeptValues } from './withKeptValues.js'
export { withWholeClient } from './withWholeClient.js'
