/** Messages about Star payments, shown in the messaging app. */
export const starInvoice = "LAND for your account, credited once the payment is confirmed.";
export const orderUnknown = "Invoice not found. Create a new order.";
export const orderPaid = "This order is already paid.";
export const orderExpired = "This invoice has expired. Create a new order.";
