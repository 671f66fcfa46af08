flagctl check
flagctl prove
flagctl matrix
