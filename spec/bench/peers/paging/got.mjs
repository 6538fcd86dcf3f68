import got from 'got'

export const gotPaginate = ({ url }) => ({
  name: 'got.paginate',
  read: async (seen) => {
    const list = got.paginate(`${url}/link/transactions`, { responseType: 'json', searchParams: { per_page: 500 } })
    for await (const row of list) seen.addOne(row)
  },
})
