/** A stock as the service answers it. */
export const oneStock = {
  id: 1_510_467,
  label: 'Demo',
  isin: 'US0378331005',
  ticker: 'DEMO',
  quantity: 8,
  current_price: 124.96,
  average_purchase_price: 101.5,
  total_value: 999.68,
  currency_code: 'USD',
  value_date: '2023-06-08',
  updated_at: '2023-06-08T13:18:31.408Z',
  account_id: 2_341_501,
  is_deleted: false,
}
