import Stripe from 'stripe'

const listOf = ({ port }) => {
  const stripe = new Stripe('sk_test_bench', { protocol: 'http', host: '127.0.0.1', port, telemetry: false })
  return () => stripe.balanceTransactions.list({ limit: 500 })
}

export const stripeForAwait = (server) => {
  const list = listOf(server)
  return {
    name: 'stripe, for await',
    read: async (seen) => {
      for await (const row of list()) seen.addOne(row)
    },
  }
}

export const stripeAutoPagingEach = (server) => {
  const list = listOf(server)
  return { name: 'stripe, autoPagingEach', read: (seen) => list().autoPagingEach((row) => seen.addOne(row)) }
}
