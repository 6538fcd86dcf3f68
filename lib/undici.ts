/**
 * The fast transport for servers, by undici. Begin with {@link undiciTransport}.
 *
 * @module rxbank/undici
 */
export { type DispatcherLike, type UndiciConfig, undiciTransport } from './http/undici/undiciTransport.js'
