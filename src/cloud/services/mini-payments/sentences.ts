/** What people read in the messaging app about a payment in Stars. */
export const starInvoice = "LAND for your account, credited as soon as the payment is through.";
export const orderUnknown = "This invoice is not known here. Please order again.";
export const orderPaid = "This order is paid already.";
export const orderExpired = "The price of this invoice has expired. Please order again.";
