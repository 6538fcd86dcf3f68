import { useStream } from 'rxbank/react'
import { map } from 'rxjs'
import { useBank } from './client'
import { persist } from './persist'

/** The name of a bank. Names rarely change, so a name is kept for an hour after it was last shown. */
export const BankName = ({ id }: { readonly id: number }) => {
  const { client } = useBank()
  const name$ = () =>
    client.banks.get(id).pipe(
      map(({ name }) => name),
      persist(),
    )
  const { value, status } = useStream(`bank ${String(id)}`, name$, { keepFor: 3_600_000 })
  return <>{value ?? (status === 'loading' ? '…' : 'Your bank')}</>
}
