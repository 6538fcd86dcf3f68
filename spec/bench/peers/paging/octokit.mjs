import { Octokit } from '@octokit/core'
import { paginateRest } from '@octokit/plugin-paginate-rest'

const WithPages = Octokit.plugin(paginateRest)

export const octokitIterator = ({ url }) => {
  const octokit = new WithPages({ baseUrl: url })
  return {
    name: 'octokit paginate.iterator',
    read: async (seen) => {
      const pages = octokit.paginate.iterator('GET /link/transactions', { per_page: 500 })
      for await (const { data } of pages) seen.add(data)
    },
  }
}
