const listed = `
  access_token account account_check account_id account_types accounts accounts-information add amount authenticate
  authentication_expires_at authentication_page_url authentication_type authorization automatic_refresh
  average_purchase_price balance bank bank_description bank_id banks banks_id bic booking_date borrowed_capital
  bulk_payment capabilities categories category category_id ceiling channel_type clean_description code confirmation
  connect content context country country_code created_at currency_code current_password current_price custom date
  deeplink_android deeplink_ios delete description display_order documentation_url edit email error errors expires_at
  external_user_id first_name form full_refresh holder iban iban_fill_manually id insights interest_rate is_confirmed
  is_deleted is_future is_highlighted is_numeric is_paused is_pro isin isNum item item_id items label language
  last_name last_refresh limit loan_details logo_url logout manage marketplace maturity_date max_size_label maxLength
  message mfa minLength multiple_dates_payments multiple_dates_transfers name nb_deleted_transactions
  nb_max_transactions nb_new_transactions nb_updated_transactions new_email new_password next_payment_amount
  next_payment_date next_uri opening_date other otp pagination parent parent_banks parent_id parent_name parent_url
  password payment payment_enabled prefill_email previous_uri primary_color pro property quantity raw_description
  redirect_url refresh refresh_trigger refreshed_accounts_count refreshed_at remaining_capital repaid_capital
  resource_type resource_uri resources savings_details search secondary_color sender_iban_available show_client_side
  since status status_code status_code_description status_code_info stock stock_key stocks sync ticker timestamp
  total_accounts_count total_value transaction_date transactions transfer transfer_enabled type until updated
  updated_at url user user_uuid users uuid v2 value_date
  after before
`

/** The names that stay: of fields, of parameters, and of the parts of a path. All others become pseudonyms. */
export const words: ReadonlySet<string> = new Set(listed.trim().split(/\s+/))
