/**
 * What Angular adds: a client to inject, requests through `HttpClient`, and streams as signals. Begin with {@link
 * provideRxBank}.
 *
 * @module rxbank/angular
 */
export { injectRxBank } from './adapters/angular/injectRxBank.js'
export {
  injectStream,
  type StreamConfig,
  type StreamSource,
  type StreamState,
} from './adapters/angular/injectStream.js'
export { provideRxBank, type RxBankFeature, type WholeClientFeature } from './adapters/angular/provideRxBank.js'
export { RXBANK } from './adapters/angular/RXBANK.js'
export type { AnyRxBankConfig, RxBankClient, RxBankConfig } from './adapters/angular/RxBankConfig.js'
export { withHttpClient } from './adapters/angular/withHttpClient.js'
export { withTransferState } from './adapters/angular/withTransferState.js'
export { withFullClient } from './adapters/angular/withFullClient.js'
