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

resource "aws_eks_cluster" "all" {
  vpc_config {
    # ruleid: terraform-aws-eks-public-endpoint
    endpoint_public_access = true
  }
}

resource "aws_eks_cluster" "office" {
  vpc_config {
    # ok: terraform-aws-eks-public-endpoint
    endpoint_public_access = true
    public_access_cidrs    = ["203.0.113.0/24"]
  }
}

resource "aws_eks_cluster" "inside" {
  vpc_config {
    endpoint_public_access = false
    # ok: terraform-aws-eks-public-endpoint
    public_access_cidrs = ["0.0.0.0/0"]
  }
}
