resource "aws_eks_cluster" "bad0" {
  name = "a"
  vpc_config {
    # ruleid: terraform-aws-eks-public-endpoint
    public_access_cidrs = ["0.0.0.0/0"]
  }
}

resource "aws_eks_cluster" "good0" {
  name = "a"
  vpc_config {
    # ok: terraform-aws-eks-public-endpoint
    public_access_cidrs = ["203.0.113.0/24"]
  }
}
